import type * as Vscode from 'vscode';

/** A document that a service named as a source of its answer. */
export interface DocumentAtServer {
  /** `host[:port]` that answered. */
  readonly service: string;
  readonly id: string;
  /** As the service wrote it. Untrusted. */
  readonly path: string;
}

/** Fetches documents of sources from the service that answered. */
export interface ServerDocuments {
  /** Asks the service each time, so that the rights of this moment count. `problem`: a sentence for the user. */
  fetch(document: DocumentAtServer): Promise<{ readonly uri: Vscode.Uri } | { readonly problem: string }>;
}
