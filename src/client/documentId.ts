/** The id of a document of a service is one part of a path, without an escape. */
export const DOCUMENT_ID = /^[\w-]{1,200}$/;
