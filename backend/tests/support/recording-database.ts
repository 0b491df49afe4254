import type { Auth } from '../../src/auth/auth';
import type { DatabasePool, Statement } from '../../src/database/pool';
import type { Check } from '../../src/gateway/call';
import { startGateway } from '../../src/gateway/gateway';

/** Signs the owners' tokens that these gateways accept. */
export const SECRET = 'a secret of thirty-two characters!';

/** For gateways whose tests sign nobody in. */
const noAuth: Auth = () => Promise.reject(new Error('not signed in here'));

interface Reached {
  readonly role: unknown;
  readonly claims: unknown;
  readonly headers: unknown;
  readonly perAddress: unknown;
  readonly statements: readonly Statement[];
  readonly isKept: boolean;
}

interface Behaviour {
  readonly checks?: readonly Check[];
  /** The rows of a statement; rejects as the database does. */
  readonly answer?: () => Promise<object[]>;
  readonly mayWrite?: () => Promise<boolean>;
}

/** A gateway in front of a database that records transactions and answers each with the same rows. */
export async function gatewayToRecorder({
  checks,
  answer = async () => [],
  mayWrite = async () => true,
}: Behaviour = {}) {
  const reached: Reached[] = [];
  const pool: DatabasePool = {
    query: () => Promise.reject(new Error('not queried here')),
    transaction: async <Row>([settings, ...statements]: readonly Statement[], { commit } = { commit: true }) => {
      const [headers, claims, perAddress, , role] = settings?.values ?? [];
      const [read, stated] = [JSON.parse(String(headers)), JSON.parse(String(claims))];
      reached.push({ role, claims: stated, headers: read, perAddress, statements, isKept: commit });
      return [[], (await answer()) as Row[]];
    },
    close: async () => undefined,
  };
  const options = {
    port: 0,
    pool,
    anonKey: 'key',
    jwtSecret: SECRET,
    auth: noAuth,
    feed: async () => null,
    mailRecords: async () => ({ domain: null, records: [] }),
    trustedProxies: 1,
    siteOrigin: 'https://site.example',
    perAddress: 7,
    mayWrite,
  };
  const gateway = await startGateway(options, checks);
  return { url: gateway.url, anonKey: 'key', reached, stop: gateway.stop };
}
