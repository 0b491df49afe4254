import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { addOwner, forgetAttempts, otherCode, signIn } from '../support/sign-in';
import { ask, ownerWithCode, refresh, verify } from '../support/sign-in-calls';
import { times } from '../support/times';
import { anyAddress } from '../support/visitor';

/** The status of the last answer, and whether the attack succeeded. */
interface Outcome {
  readonly status: number;
  readonly succeeded: boolean;
}

interface Attack {
  /** Completes "signing in withstands …". */
  readonly name: string;
  readonly run: (backend: TestBackend) => Promise<Outcome>;
  readonly answer: number;
  /** Settings that disable the defence; the same attack then succeeds. */
  readonly without: Readonly<Record<string, string>>;
}

const statusOf = ({ status }: { readonly status: number }): Outcome => ({ status, succeeded: status === 200 });

async function lastOf(count: number, send: (index: number) => Promise<{ readonly status: number }>): Promise<Outcome> {
  let outcome: Outcome = { status: 0, succeeded: false };
  for (const index of times(count)) outcome = statusOf(await send(index));
  return outcome;
}

function mailBombing(when: string, count: number, gap: string, limit: string): Attack {
  return {
    name: `mail bombing from many addresses, ${when}`,
    run: async (backend) => {
      const email = await addOwner(backend);
      return lastOf(count, async () => {
        await moveAttempts(backend, email, gap);
        return ask(backend, email);
      });
    },
    answer: 429,
    without: { [limit]: '1000' },
  };
}

const attacks: readonly Attack[] = [
  {
    name: 'guessing in parallel from many addresses, as only five of thirty tries count',
    run: async (backend) => {
      const { email, code } = await ownerWithCode(backend);
      await Promise.all(times(30).map(() => verify(backend, { email, token: otherCode(code) })));
      return statusOf(await verify(backend, { email, token: code }));
    },
    answer: 403,
    without: { code_tries: '1000' },
  },
  {
    name: 'guessing for many owners from one network',
    run: (backend) => {
      const address = anyAddress();
      return lastOf(21, async () => {
        const { email, code } = await ownerWithCode(backend);
        await verify(backend, { email, token: otherCode(code) }, address);
        return verify(backend, { email, token: code }, address);
      });
    },
    answer: 429,
    without: { tries_per_caller: '1000' },
  },
  {
    name: 'mail bombing with a second code for one address within a minute',
    run: async (backend) => {
      const email = await addOwner(backend);
      return lastOf(2, () => ask(backend, email));
    },
    answer: 429,
    without: { code_every: "interval '0'" },
  },
  mailBombing('every minute for an hour', 7, '1 minute', 'codes_per_hour'),
  mailBombing('all day', 21, '1 hour', 'codes_per_day'),
  {
    name: 'requesting codes for many addresses from one network',
    run: (backend) => {
      const address = anyAddress();
      return lastOf(11, () => ask(backend, `${randomUUID()}@exemple.fr`, address));
    },
    answer: 429,
    without: { codes_per_caller: '1000' },
  },
  {
    name: 'the refresh token of a device that was unused for two months',
    run: async (backend) => {
      const { session } = await signIn(backend);
      await backend.owner.query("update private.owner_sessions set used_at = used_at - interval '61 days'");
      return statusOf(await refresh(backend, session.refresh_token));
    },
    answer: 400,
    without: { session_idle: "interval '1000 days'" },
  },
];

/** Moves the requests for an address's codes back in time. */
const moveAttempts = ({ owner }: TestBackend, email: string, by: string) =>
  owner.query(
    'update private.sign_in_attempts set created_at = created_at - $2::interval where address_hash = private.salted($1)',
    [email, by],
  );

/** Attacks on signing in, each of which succeeds once its defence is disabled. */
export function describeSignInAttacks(backend: () => TestBackend): void {
  beforeEach(() => forgetAttempts(backend()));

  test.each(attacks)('signing in withstands $name, but not without its defence', async ({ run, answer, without }) => {
    expect(await run(backend())).toEqual({ status: answer, succeeded: false });
    await forgetAttempts(backend());
    const names = Object.keys(without);
    const [kept] = await backend().owner.query<Record<string, unknown>>(
      `select ${names.map((name) => `${name}::text`)} from private.settings`,
    );
    const set = (values: Readonly<Record<string, string>>) =>
      backend().owner.script(
        `update private.settings set ${Object.entries(values).map(([name, value]) => `${name} = ${value}`)}`,
      );
    await set(without);
    try {
      expect(await run(backend())).toEqual({ status: 200, succeeded: true });
    } finally {
      await set(Object.fromEntries(Object.entries(kept ?? {}).map(([name, value]) => [name, `'${value}'`])));
    }
  });
}
