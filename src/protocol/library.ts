/** The name of the built-in library where a turn, a preview or the state of the page names its service. No hosted service has it. */
export const LIBRARY = 'library';
