/**
 * The titles that were given in the list since the page was opened, by the ids of
 * the chats. The page of an older chat, which is not in the data of the list,
 * reads its title here when it renders again.
 */
export const renamedChats = new Map<string, string>()
