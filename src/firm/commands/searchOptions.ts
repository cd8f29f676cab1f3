/** The search engine of a command. */
import { type Environment, UsageError } from '../../cli/command.ts';
import { isLoopback } from '../../text/loopback.ts';
import { createOpenSearchStore, type OpenSearchStore } from '../opensearch/openSearchStore.ts';

export const SEARCH_OPTIONS = {
  'search-url': { type: 'string', multiple: true },
  prefix: { type: 'string', default: 'fiscal' },
} as const;

export const SEARCH_HELP = `  --search-url URL    A node of OpenSearch. May be given several times: another one is asked if one is gone.
  --prefix NAME       The names of all indexes in OpenSearch begin with it. Default: fiscal.
`;

export const SEARCH_ENVIRONMENT = `FISCAL_SEARCH_AUTHORIZATION is sent to OpenSearch as the header Authorization, for example "Basic …".
NODE_EXTRA_CA_CERTS names a file with the certificates of your own authority.`;

interface Values {
  readonly 'search-url'?: readonly string[] | undefined;
  readonly prefix: string;
}

/** Null: no engine is named. Throws UsageError. */
export function searchFrom(
  { 'search-url': urls, prefix }: Values,
  env: Environment,
  shards = 1,
): OpenSearchStore | null {
  if (!/^[a-z][a-z0-9_-]{0,50}$/.test(prefix))
    throw new UsageError('--prefix: lower-case letters, digits, - and _, with a letter first.');
  if (!urls) return null;
  return createOpenSearchStore({
    urls: urls.map(readUrl),
    authorization: env.FISCAL_SEARCH_AUTHORIZATION,
    prefix,
    shards,
  });
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new UsageError('--search-url: write http://HOST:PORT or https://HOST:PORT, without a user.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new UsageError('--search-url: use https:// for another machine.');
  return url.href.replace(/\/$/, '');
}
