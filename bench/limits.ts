import { randomUUID } from 'node:crypto';
import { type BackendUnderLoad, printLimits, readLimits, startBackendUnderLoad } from './load/backend-under-load';
import { closedLoop, createCaller, createRecorder } from './load/load';
import { reportMisses, writeReport } from './pages/report';

// What becomes of the requests of an office, of a crowd and of attackers?

const CALLERS = 16;
const CREATED = 201;
const TOO_MANY = 429;
const contact = { prenom: 'Camille', nom: 'Durand', telephone: '06 39 98 00 01', message: null, is_agefice: false };

interface Senders {
  readonly title: string;
  readonly addresses: number;
  readonly each: number;
  readonly isHonest: boolean;
}

const SENDERS: readonly Senders[] = [
  { title: '20 people behind one address', addresses: 1, each: 20, isHonest: true },
  { title: '10,000 addresses, one request each', addresses: 10_000, each: 1, isHonest: true },
  { title: 'an attacker with one address, 1,000 requests', addresses: 1, each: 1000, isHonest: false },
  { title: 'an attacker with 1,000 addresses, 10 requests each', addresses: 1000, each: 10, isHonest: false },
];

interface Stored {
  readonly stored: number;
  readonly flagged: number;
  readonly 'mailed singly': number;
  readonly 'in a digest': number;
}

interface Outcome extends Stored {
  readonly sent: number;
  readonly refused: number;
  readonly errors: number;
  /** Counts accepted requests only. */
  readonly 'p95, ms': number;
}

/** Sends contact requests, the addresses in turn, as fast as the backend answers. */
async function send(backend: BackendUnderLoad, { addresses, each }: Senders): Promise<Outcome> {
  const call = createCaller(backend);
  const { record, figures } = createRecorder();
  const sent = addresses * each;
  let [next, refused, errors] = [0, 0, 0];
  await closedLoop(
    CALLERS,
    () => next >= sent,
    async () => {
      const request = next++;
      const sender = request % addresses;
      const since = performance.now();
      const { status } = await call(
        'contacts',
        { ...contact, email: `personne-${request}@exemple.fr` },
        {
          'x-client-info': `site-web/1.0.0 attempt=${randomUUID()}`,
          'x-forwarded-for': `10.${sender >> 16}.${(sender >> 8) & 255}.${sender & 255}`,
          prefer: 'return=minimal',
        },
      );
      refused += Number(status === TOO_MANY);
      errors += Number(status !== CREATED && status !== TOO_MANY);
      record('contact', performance.now() - since, status === CREATED);
    },
  );
  return { sent, ...(await countStored(backend)), refused, errors, 'p95, ms': figures(1).contact?.p95 ?? 0 };
}

async function countStored(backend: BackendUnderLoad): Promise<Stored> {
  const [counts] = await backend.query<Stored>(
    `select count(*)::integer as stored,
        count(*) filter (where c.flagged)::integer as flagged,
        count(*) filter (where o.id is not null and o.digest_id is null)::integer as "mailed singly",
        count(*) filter (where o.digest_id is not null)::integer as "in a digest"
      from public.contacts c left join private.outbox o on o.ref = c.id`,
  );
  if (!counts) throw new Error('The requests cannot be counted.');
  return counts;
}

function missesOf({ title, isHonest }: Senders, outcome: Outcome): string[] {
  const { stored, flagged, refused, sent, errors } = outcome;
  const told = outcome['mailed singly'] + outcome['in a digest'];
  return [
    ...(isHonest && refused > 0 ? [`${title}: ${refused} honest requests were refused`] : []),
    ...(stored + refused + errors !== sent || errors > 0 ? [`${title}: ${errors} errors, ${stored} stored`] : []),
    ...(told !== stored ? [`${title}: the owner learns of ${told} of ${stored}`] : []),
    ...(outcome['mailed singly'] > stored - flagged ? [`${title}: a flagged request has a mail of its own`] : []),
  ];
}

const outcomes: Record<string, Outcome> = {};
const missed: string[] = [];
let limits: Record<string, number> = {};
for (const senders of SENDERS) {
  const backend = await startBackendUnderLoad();
  try {
    limits = await readLimits(backend);
    const outcome = await send(backend, senders);
    outcomes[senders.title] = outcome;
    missed.push(...missesOf(senders, outcome));
  } finally {
    await backend.stop();
  }
}
printLimits(limits);
console.table(outcomes);
writeReport('limits', { limits, outcomes, missed });
reportMisses(missed);
