/** Why a law could not be taken. The user reads a sentence for each code. */
export type PublisherProblem =
  /** The address does not exist any more (404, 410). */
  | 'notFound'
  /** The publisher asks to come later (429, 503, 504). */
  | 'busy'
  | 'status'
  /** A redirect to a host that is not the publisher's. */
  | 'redirect'
  | 'network'
  /** The certificate is not trusted, has expired or belongs to another host. */
  | 'certificate'
  /** The proxy asks for credentials (407). */
  | 'proxy'
  /** A web page instead of the file. */
  | 'html'
  /** The file ended early or fails its checks. */
  | 'damaged'
  | 'unknownFormat'
  | 'tooLarge'
  /** The list of the publisher has another form. */
  | 'listing'
  /** Far fewer sections than the version on disk. */
  | 'incomplete'
  /** The records of the sections of a version on disk are damaged. */
  | 'notComparable'
  /** The version on disk is newer. */
  | 'older'
  | 'diskFull'
  /** Another window takes the same law. */
  | 'locked';

export class PublisherError extends Error {
  override readonly name = 'PublisherError';
  readonly problem: PublisherProblem;
  /** Host, status or the reason of the system. Never content. */
  readonly detail: string;

  constructor(problem: PublisherProblem, detail = '', options: ErrorOptions = {}) {
    super(detail === '' ? problem : `${problem}: ${detail}`, options);
    this.problem = problem;
    this.detail = detail;
  }
}
