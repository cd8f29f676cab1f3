/** `fiscal-firm server`: answers the questions of many people, each from the collections that they may see. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { cacheFolder } from '../../cli/cacheFolder.ts';
import { type Command, type Environment, UsageError } from '../../cli/command.ts';
import { parseOptions, readWholeNumber } from '../../cli/options.ts';
import { LOOPBACK_NAMES } from '../../service/app/callerGuard.ts';
import { errorClassName, type ServiceLog } from '../../service/app/log.ts';
import { createHttpService } from '../../service/server/httpServer.ts';
import { createProcessLog, stopOnSignal } from '../../service/server/serverProcess.ts';
import { readBundlesFrom } from '../../service/translate.ts';
import { isLoopback } from '../../text/loopback.ts';
import { existingCollections } from '../access/access.ts';
import { auditHead } from '../access/audit.ts';
import { discoverTokens, type TokenRules } from '../access/tokens.ts';
import type { Database } from '../database/database.ts';
import { ALL_RUNNING, createFirmApp } from '../http/firmApp.ts';
import type { DefaultQuota } from '../http/question.ts';
import type { SignIn } from '../http/signIn.ts';
import { createLocalStore } from '../library/localStore.ts';
import { createSearchStore } from '../library/searchStore.ts';
import type { OpenSearchStore } from '../opensearch/openSearchStore.ts';
import { DATABASE_HELP, DATABASE_OPTIONS, databaseFrom } from './databaseOptions.ts';
import { SEARCH_ENVIRONMENT, SEARCH_HELP, SEARCH_OPTIONS, searchFrom } from './searchOptions.ts';

interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Null: the documents are read into an SQLite index. */
  readonly search: OpenSearchStore | null;
  readonly indexDir: string | null;
  readonly quota: DefaultQuota;
  readonly allRunning: number;
  readonly tokens: TokenRules | null;
  readonly signIn: Omit<SignIn, 'address'> | null;
  /** The origin by which people reach the server. Null: the address that it listens at. */
  readonly publicUrl: string | null;
  /** The names in the `Host` of requests of agents. Null: any, because TLS or a proxy refuses others. */
  readonly names: ReadonlySet<string> | null;
  /** Milliseconds between two looks for changed files. */
  readonly refreshTime: number;
}

const OPTIONS = {
  ...DATABASE_OPTIONS,
  listen: { type: 'string', default: '127.0.0.1:0' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'trust-proxy': { type: 'boolean' },
  'public-url': { type: 'string' },
  ...SEARCH_OPTIONS,
  index: { type: 'string' },
  'in-memory': { type: 'boolean' },
  refresh: { type: 'string' },
  'per-day': { type: 'string' },
  running: { type: 'string', default: '4' },
  'all-running': { type: 'string', default: String(ALL_RUNNING) },
  'oidc-issuer': { type: 'string' },
  'oidc-audience': { type: 'string' },
  'oidc-user-claim': { type: 'string', default: 'sub' },
  'oidc-groups-claim': { type: 'string', default: 'groups' },
  'oidc-client-id': { type: 'string' },
  'oidc-scope': { type: 'string' },
} as const;

const HELP = `Answers questions over HTTP for the people of a firm, each from the collections that they may see.

Usage: fiscal-firm server --database-url URL [options]

${DATABASE_HELP}                      Connect as a member of the role fiscal_server, not as the owner of the tables.
  --listen HOST:PORT  Where to listen. Default 127.0.0.1:0: any free port of this machine; the address is printed.
  --tls-cert FILE     The certificate with its chain, and
  --tls-key FILE      its key, both in PEM. They are read again at SIGHUP.
  --trust-proxy       Speak plain HTTP to others than this machine, because a proxy in front of it speaks TLS.
  --public-url URL    The address that people reach the server at, for example https://fiscal.firm.example. Default: that of --listen.
${SEARCH_HELP}                      fiscal-firm indexer writes them. Without --search-url, the server reads the documents itself, with
  --index DIR         Folder of the index files. They contain the text of all documents.
  --in-memory         Keep the index in memory.
  --refresh SECONDS   Look for changed documents this often. Default 60.
  --per-day N         Questions of a person a day, where no quota is set. Default: no limit.
  --running N         Questions of a person at the same time, where no quota is set. Default 4.
  --all-running N     Questions of all people at the same time. Others are refused with 503. Default ${ALL_RUNNING}.
  --oidc-issuer URL   Accept tokens of this OpenID Connect issuer besides keys, with
  --oidc-audience A   this audience. The keys of the issuer are read from its /.well-known/openid-configuration.
  --oidc-user-claim C The claim with the name of the person. Default sub. Never one that is given to another person later.
  --oidc-groups-claim C  The claim with the names of all groups. Default groups. A token without it is refused.
  --oidc-scope S      What people ask the issuer for when they sign in from VS Code, in one argument. Default openid.
  --oidc-client-id C  The client of the extension at the issuer, without a secret. With one of these two options, the server
                      publishes how to sign in.
  --help              Show this.

Environment: ${SEARCH_ENVIRONMENT}
Logs go to standard error, one JSON object a line, without content. SIGTERM and Ctrl+C end the server with code 0: running
answers get three seconds. Other exit codes: 1 the server could not start, 2 the options are wrong.
`;

/** Throws UsageError. */
export function readServerOptions(argv: readonly string[], env: Environment): ServerOptions {
  const { values } = parseOptions(argv, OPTIONS);
  const [, host = '', port = ''] = /^(?:\[?([^[\]]+)\]?):(\d{1,5})$/.exec(values.listen) ?? [];
  if (host === '' || Number(port) > 65_535)
    throw new UsageError('--listen must be HOST:PORT, for example 0.0.0.0:8443.');
  const [cert, key] = [values['tls-cert'], values['tls-key']];
  if ((cert === undefined) !== (key === undefined)) throw new UsageError('--tls-cert and --tls-key belong together.');
  const tls = cert !== undefined && key !== undefined ? { cert, key } : null;
  if (tls === null && !isLoopback(host) && values['trust-proxy'] !== true)
    throw new UsageError(
      'Keys and documents would be sent unencrypted: name --tls-cert and --tls-key, or --trust-proxy if a proxy speaks TLS.',
    );
  const [issuer, audience] = [values['oidc-issuer'], values['oidc-audience']];
  if ((issuer === undefined) !== (audience === undefined))
    throw new UsageError('--oidc-issuer and --oidc-audience belong together.');
  const [clientId, scope] = [values['oidc-client-id'], values['oidc-scope']];
  const publishes = (clientId ?? scope) !== undefined;
  if (publishes && issuer === undefined)
    throw new UsageError('--oidc-client-id and --oidc-scope need --oidc-issuer and --oidc-audience.');
  const publicUrl = values['public-url'] ?? null;
  if (publicUrl !== null && (!/^https?:/.test(publicUrl) || URL.parse(publicUrl)?.origin !== publicUrl))
    throw new UsageError('--public-url must be an address without a path, for example https://fiscal.firm.example.');
  const search = searchFrom(values, env);
  if (search !== null && (values.index ?? values['in-memory'] ?? values.refresh) !== undefined)
    throw new UsageError('With --search-url the server has no index: leave out --index, --in-memory and --refresh.');
  return {
    host,
    port: Number(port),
    tls,
    tokens:
      issuer !== undefined && audience !== undefined
        ? { issuer, audience, userClaim: values['oidc-user-claim'], groupsClaim: values['oidc-groups-claim'] }
        : null,
    signIn:
      publishes && issuer !== undefined
        ? { issuer, clientId: clientId ?? null, scopes: (scope ?? 'openid').split(/\s+/).filter(Boolean) }
        : null,
    publicUrl,
    names:
      tls || values['trust-proxy']
        ? null
        : new Set([...LOOPBACK_NAMES, ...(publicUrl === null ? [] : [new URL(publicUrl).hostname])]),
    search,
    indexDir: values['in-memory'] ? null : resolve(values.index ?? join(cacheFolder(env), 'firm')),
    quota: {
      perDay: values['per-day'] === undefined ? null : readWholeNumber(values['per-day'], '--per-day'),
      running: readWholeNumber(values.running, '--running'),
    },
    allRunning: readWholeNumber(values['all-running'], '--all-running', 1),
    refreshTime: 1000 * readWholeNumber(values.refresh ?? '60', '--refresh', 1),
  };
}

/** Milliseconds between two lines of the log with the head of the audit. */
const HEAD_TIME = 60 * 60_000;

async function start(options: ServerOptions, database: Database): Promise<void> {
  const log = createProcessLog();
  await requireRole(database);
  readBundlesFrom(fileURLToPath(new URL('../l10n', import.meta.url)));
  const tokens = options.tokens ? await discoverTokens(options.tokens) : undefined;
  const shutdown = new AbortController();
  // Its messages may have names of files.
  const logIndex = () => log({ event: 'failure', code: 'index' });
  const store = options.search
    ? createSearchStore(options.search, logIndex)
    : createLocalStore({
        indexDir: options.indexDir,
        existing: (ids) => existingCollections(database, ids),
        log: logIndex,
      });
  const { quota, allRunning, names } = options;
  // Nobody asks before the server listens.
  let address = options.publicUrl ?? '';
  const app = createFirmApp({
    database,
    store,
    log,
    shutdown: shutdown.signal,
    quota,
    allRunning,
    tokens,
    names,
    signIn: options.signIn ? { ...options.signIn, address: () => address } : undefined,
  });
  const readTls = (): SecureContextOptions | undefined =>
    options.tls ? { cert: readFileSync(options.tls.cert), key: readFileSync(options.tls.key) } : undefined;
  const http = createHttpService({ app: app.handle, log, tls: readTls() });
  const origin = await http.listen(options.port, options.host);
  address ||= origin;
  log({ event: 'started', address: origin });

  const timers = [
    setInterval(() => void store.refresh(), options.refreshTime),
    setInterval(() => void logHead(database, log), HEAD_TIME),
  ];
  stopOnSignal(log, async () => {
    for (const timer of timers) clearInterval(timer);
    shutdown.abort();
    await http.close();
    await app.settled();
    await logHead(database, log);
    await store.close();
    await database.close();
  });
  process.on('SIGHUP', () => {
    try {
      const tls = readTls();
      if (tls) http.setCertificate(tls);
    } catch (thrown) {
      log({ event: 'failure', code: 'certificate', failure: errorClassName(thrown) });
    }
  });
  process.stdout.write(`Fiscal server at ${origin}\n`);
}

async function logHead(database: Database, log: ServiceLog): Promise<void> {
  try {
    log({ event: 'audit', ...(await auditHead(database)) });
  } catch (thrown) {
    log({ event: 'failure', code: 'audit', failure: errorClassName(thrown) });
  }
}

/** Row-level security does not hold for owners of tables and superusers, and lets indexers see all collections. */
async function requireRole(database: Database): Promise<void> {
  const [row] = await database.query(
    z.object({ sees_all: z.boolean() }),
    `SELECT rolsuper OR rolbypassrls OR pg_has_role('fiscal_indexer', 'USAGE') OR pg_has_role((SELECT relowner FROM pg_class WHERE oid = 'fiscal.collections'::regclass), 'USAGE')
       AS sees_all FROM pg_roles WHERE rolname = current_user`,
  );
  if (row?.sees_all === false) return;
  throw new Error(
    'The user of --database-url may see all collections. Make one for the servers: CREATE ROLE fiscal_web LOGIN IN ROLE fiscal_server',
  );
}

export const server: Command = {
  help: HELP,
  async run(argv, env) {
    const options = readServerOptions(argv, env);
    const database = databaseFrom(parseOptions(argv, OPTIONS).values, env);
    await start(options, database).catch(async (thrown: unknown) => {
      await database.close();
      throw thrown;
    });
  },
};
