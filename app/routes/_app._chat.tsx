import { ChatPage } from '#components/chat/chat-page.tsx'

/**
 * Holds the conversation for `/` and `/chat/:chatId`, so that it stays as it is
 * when its first message gives it an address.
 */
export default ChatPage
