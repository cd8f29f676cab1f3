/**
 * What is needed only once something is asked, connected or used: on the desktop a file of its own (tools.cjs), which is
 * loaded after the chat is on the screen.
 */
export { createRecorder } from '../client/recorder.ts';
export { createResearchClient } from '../client/researchClient.ts';
export { parseConversation } from '../conversation/transcript.ts';
export { addSelection, askSelection } from './askSelection.ts';
export { exportConversation } from './exporting.ts';
export { createGuardGate } from './keeping/gates.ts';
export { createKeyCommands } from './keyCommands.ts';
export { createLibraryCommands } from './libraryCommands.ts';
export { openAddress, openSource } from './openSource.ts';
export { showSelection } from './showSelection.ts';
export { createTarget } from './target.ts';
export { createUses } from './uses.ts';
