/**
 * What is needed only once something is asked, connected or used: on the desktop a file of its own (tools.cjs), which is
 * loaded after the chat is on the screen.
 */
export { createResearchClient } from '../client/researchClient.ts';
export { exportConversation } from './answers/exporting.ts';
export { openAddress, openSource } from './answers/openSource.ts';
export { createUses } from './answers/uses.ts';
export { addSelection, askSelection } from './asking/askSelection.ts';
export { showSelection } from './asking/showSelection.ts';
export { createInspector } from './connection/inspector.ts';
export { createKeyCommands } from './connection/keyCommands.ts';
export { replaySaved } from './connection/replaySaved.ts';
export { createTarget } from './connection/target.ts';
export { createGuardGate } from './keeping/gates.ts';
export { importConversation } from './keeping/importConversation.ts';
export { createLibraryCommands } from './library/libraryCommands.ts';
