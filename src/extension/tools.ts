/** The entry of tools.cjs: what commonTools.ts says, and what of it needs node. */
export { createNodeTransport } from '../client/transport/nodeTransport.ts';
export * from './commonTools.ts';
export { createRecords } from './compliance/complianceServices.ts';
export { createLibraryConnection } from './library/workerTransport.ts';
