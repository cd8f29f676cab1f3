/** The entry of tools.cjs: what commonTools.ts says, and what of it needs node. */
export { createNodeTransport } from '../client/nodeTransport.ts';
export * from './commonTools.ts';
export { createRecords } from './keeping/records.ts';
export { createLibraryConnection } from './library/workerTransport.ts';
