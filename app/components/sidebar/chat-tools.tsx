// What the list of chats loads, in one piece, when the menu of one is opened.
export { ChatMenu } from './chat-menu.tsx'
export { RenameForm } from './rename-form.tsx'
