/**
 * What is needed only once something is asked, connected or used: on the desktop a file of its own (tools.cjs), which is
 * loaded after the chat is on the screen.
 */
export { createResearchClient } from '../client/researchClient.ts';
export { createUses } from './answers/answerActions.ts';
export { exportConversation } from './answers/exportConversation.ts';
export { openAddress, openSource } from './answers/openSource.ts';
export { createGuardCheck } from './compliance/guard/guard.ts';
export { createInspector } from './connection/eventInspector.ts';
export { createKeyCommands } from './connection/keyCommands.ts';
export { createTarget } from './connection/target.ts';
export { createLibraryCommands } from './library/libraryCommands.ts';
export { addSelection, askSelection } from './selection/askSelection.ts';
export { showSelection } from './selection/showSelection.ts';
export { importConversation } from './views/importConversation.ts';
