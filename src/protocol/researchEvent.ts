/**
 * The one shape of an answer: what a reply of the service consists of once it is parsed. The rest of the code knows no other.
 */
import type { ResearchMode, Usage } from './chatCompletions.ts';

/** The place of a source in a document of the user's folders. Opened only inside a folder that the user opened. */
export interface SourceLocation {
  /** Absolute path of the document, or a path relative to a library folder, as the service wrote it. Untrusted. */
  readonly path: string;
  /** First quoted line, 1-based. */
  readonly line: number;
  /** Last quoted line, 1-based, not before `line`. */
  readonly endLine: number;
  /** Page of a PDF, from 1. */
  readonly page?: number;
  /** The label that the PDF gives to that page, if it is not the page number. */
  readonly pageLabel?: string;
  /** The place in words, for documents that have no lines: "page iv", "Additions!A2:H9". */
  readonly place?: string;
}

/** A document that an answer refers to. Every text in it is untrusted. */
export interface Source {
  /** The title-like string; else the address; else any readable form of the entry. Never blank. */
  readonly title: string;
  /** The address, only if its scheme is http or https after trimming; else null. */
  readonly url: string | null;
  /** A passage of the document, as the service gave it. */
  readonly snippet?: string;
  /** The heading path or pinpoint inside the document ("(b)(1) Dollar limitation"). */
  readonly section?: string;
  /** What the service says the document is: `tax`, `accounting`, `audit`, `workpaper`, … */
  readonly kind?: string;
  /** The date to which the document speaks, as written there. */
  readonly date?: string;
  readonly location?: SourceLocation;
  /** The entry as it came, for the inspector. */
  readonly raw: unknown;
}

export type ResearchEvent =
  /** The next part of the answer, to be appended unchanged. */
  | { readonly type: 'text'; readonly text: string }
  /** A research step that the service performs. */
  | {
      readonly type: 'step';
      readonly title: string;
      /** The research mode that `auto` has selected, if the service reports it. */
      readonly mode?: ResearchMode;
    }
  /** Documents referenced. Later events add to earlier ones; exact duplicates are already left out. */
  | { readonly type: 'sources'; readonly sources: readonly Source[] }
  /** Follow-up questions; duplicates of earlier events are already left out. */
  | { readonly type: 'suggestions'; readonly suggestions: readonly string[] }
  /** As reported by the service, never estimated. */
  | { readonly type: 'usage'; readonly usage: Usage }
  /** Something that the interface does not describe. It is recorded for the inspector and never shown. */
  | { readonly type: 'unknown'; readonly raw: unknown }
  /** Exactly once, last, only when the service said that the answer is complete. */
  | { readonly type: 'done'; readonly finishReason: string | null };
