/** The text of a law as all readers return it: sections with lines, and notes apart from them. */

export interface LawLine {
  /** The labels from the section down, as the publisher gives them: `['b', '1']`. Empty for text of the section itself. */
  readonly path: readonly string[];
  readonly kind: 'heading' | 'text' | 'row';
  /** "(1)" as printed. Empty for text that continues or introduces. */
  readonly label: string;
  readonly text: string;
}

export interface LawNote {
  /** The publisher's name for the kind of note: `amendments`, `effectiveDate`. */
  readonly topic: string;
  readonly heading: string;
  readonly lines: readonly string[];
}

export interface LawSection {
  /** The publisher's identifier: `/us/usc/t26/s179`. */
  readonly id: string;
  /** As in citations: `179`, `1.162-4`, `4a`. Empty for text between sections. */
  readonly number: string;
  /** "§ 179." as printed. */
  readonly label: string;
  readonly heading: string;
  /** `repealed`, `omitted`, `reserved`, … as the publisher says. Empty for a section in force. */
  readonly status: string;
  /** The parts of the work that contain it, outermost first. */
  readonly containers: readonly string[];
  readonly lines: readonly LawLine[];
  readonly footnotes: readonly string[];
  /** Where the section comes from and which laws changed it. */
  readonly credit: string;
  readonly notes: readonly LawNote[];
}

/** What a file says of itself. */
export interface LawHeader {
  /** "Internal Revenue Code", "Einkommensteuergesetz". */
  readonly title: string;
  readonly abbreviation: string;
  /** As the file states it: `119-100`, a build date. Empty if it states none. */
  readonly release: string;
  /** Sentences on how current the text is, word for word. */
  readonly statements: readonly string[];
}

/** Receives the sections of a file in their order. */
export type OnSection = (section: LawSection) => void;
