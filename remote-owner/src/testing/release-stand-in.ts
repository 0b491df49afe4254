import { CallError } from '../api/call-error';
import type { OwnerApi, ReleaseCommand } from '../api/owner-api';
import type {
  Fact,
  FailureLine,
  JourneyStatus,
  LoggedChange,
  PartHolds,
  PartStatus,
  ReleaseAnswers,
  ReleaseChangeName,
  ReleaseCommandName,
  RouteSpeed,
} from '../api/release-answers';

const part = (name: string, changes: Partial<PartStatus> = {}): PartStatus => ({
  name,
  title: null,
  required: true,
  active: '1.0.0-0123456789',
  activeSince: '2026-11-20T08:00:00.000Z',
  previous: [],
  waiting: [],
  ...changes,
});

const line: FailureLine = {
  name: 'booking',
  id: '1.0.0-bbbbbbbbbb',
  preview: false,
  commit: '0123456789abcdef0123456789abcdef01234567',
  count: 2,
  script: 'booking-page.0123456789.js',
  line: 1,
  column: 2345,
  thrownIn: null,
  source: { file: 'remote-booking/src/booking-page.tsx', line: 42, name: 'chooseDates' },
  noLine: null,
};
const lines: readonly FailureLine[] = [
  line,
  { ...line, count: 1, thrownIn: 'shell', source: null, noLine: 'no-map' },
  { ...line, id: '1.0.0-aaaaaaaaaa', source: { file: 'remote-booking/src/former.tsx', line: 1, name: null } },
  { ...line, script: null, line: null, column: null, source: null, noLine: 'no-position' },
];
const PERSON = { who: 'Ada Martin', at: '2026-11-23T08:00:00.000Z' };
const counts = { served: 44, live: 41, failed: 0, recovered: 0, reporters: 0, networks: 31 };

/** Belongs to the active release of booking. */
const watch = {
  seq: 2,
  names: ['booking'],
  until: '2026-11-23T08:00:00.000Z',
  look: { parts: [{ name: 'booking', since: counts }] },
  end: null,
};

const journeys: readonly JourneyStatus[] = [
  { name: 'booking', title: 'Réserver deux jours', at: '2026-11-23T08:00:00.000Z', problem: null },
  { name: 'booking', title: 'Demander de l’aide', at: '2026-11-23T08:00:00.000Z', problem: null },
  { name: 'quiz', title: 'Répondre', at: '2026-11-23T08:00:00.000Z', problem: '/quiz is not hydrated' },
  { name: 'quiz', title: 'Recommencer', at: null, problem: null },
];

const speed: RouteSpeed = {
  name: 'booking',
  id: '1.0.0-bbbbbbbbbb',
  state: 'active',
  route: '/booking',
  metric: 'lcp',
  n: 40,
  p75: 1833.3,
  from: 1500,
  to: 3000,
  rating: 'good',
  shares: [35, 4, 1],
};
const speeds: readonly RouteSpeed[] = [
  speed,
  { ...speed, metric: 'cls', p75: 0.0213, from: 0.01, to: 0.025, shares: [40, 0, 0] },
  {
    ...speed,
    id: '1.0.0-aaaaaaaaaa',
    state: 'previous',
    p75: null,
    from: 8000,
    to: null,
    rating: 'poor',
    shares: [0, 0, 40],
  },
];

const kinds = [
  { code: 'exception', route: '/booking', count: 2 },
  { code: 'http-503', route: '/booking', count: 1 },
];
const failed = { name: 'booking', id: '1.0.0-bbbbbbbbbb', state: 'active', failures: 3, pages: 120, kinds };
const requests = [
  { name: 'booking', id: '1.0.0-bbbbbbbbbb', requests: 4 },
  { name: 'booking', id: '1.0.0-aaaaaaaaaa', requests: 10_001 },
];

const firstLog: readonly LoggedChange[] = [
  {
    seq: 1,
    command: 'activate',
    who: 'équipe du test',
    why: '',
    at: '2026-11-20T08:00:00.000Z',
    parts: [{ name: 'quiz', to: '1.0.0-0123456789' }],
  },
  {
    seq: 2,
    command: 'activate',
    who: 'équipe réservation',
    why: 'formulaire plus court',
    at: '2026-11-20T08:00:00.000Z',
    parts: [{ name: 'booking', from: '1.0.0-aaaaaaaaaa', to: '1.0.0-bbbbbbbbbb' }],
  },
];

/** A release interface in memory, whose booking has a previous release. */
export function createReleaseStandIn(initialHolds: PartHolds = {}): OwnerApi['release'] {
  let seq = 2;
  let holds = initialHolds;
  const facts = createFactsStandIn();
  let names: readonly PartStatus[] = [
    part('shell', { required: true }),
    part('booking', { active: '1.0.0-bbbbbbbbbb', previous: ['1.0.0-aaaaaaaaaa'], required: true }),
    part('owner', { private: true, required: false }),
    part('quiz', { title: 'Testez-vous', required: false }),
  ];
  let log = firstLog;
  const change = (name: ReleaseChangeName) => (command: ReleaseCommand) => {
    if (command.seq !== seq) throw new CallError('changed');
    const [changed = ''] = command.words ?? [];
    const edited = name === 'edit-facts' ? facts.edit(command, seq + 1) : null;
    seq += 1;
    log = [
      ...log,
      {
        seq,
        command: name,
        ...PERSON,
        why: command.why ?? '',
        parts: edited
          ? []
          : [{ name: changed, ...(command.from && { from: command.from }), ...(command.to && { to: command.to }) }],
        ...(edited && { facts: edited }),
      },
    ];
    const { [changed]: _, ...others } = holds;
    if (name === 'resume') holds = others;
    if (name === 'rollback') holds = { [changed]: { kind: 'rollback', why: command.why ?? '', ...PERSON }, ...others };
    names = names.map((part) =>
      part.name === changed && command.to
        ? { ...part, active: command.to, previous: [], waiting: [part.active] }
        : part,
    );
    return { seq };
  };
  const answers: { readonly [Name in ReleaseCommandName]: (command: ReleaseCommand) => ReleaseAnswers[Name] } = {
    status: () => ({ seq, names, holds, failures: [failed], watches: [watch], requests, journeys }),
    failures: () => ({ failures: lines }),
    speed: () => ({ speeds }),
    log: () => ({ changes: log }),
    facts: () => ({ seq, facts: facts.list(), visitorMailsLack: ['origin'] }),
    'preview-facts': (command) => facts.preview(command.facts ?? {}),
    rollback: change('rollback'),
    deactivate: change('deactivate'),
    resume: change('resume'),
    'edit-facts': change('edit-facts'),
  };
  return async (name, command = {}) => answers[name](command);
}

const fact = (key: string, file: Fact['file'] = ''): Fact => ({ key, value: file, file, isEdited: false });

/** Facts in memory, with some of the server's checks that a browser does not make. */
function createFactsStandIn() {
  let facts: readonly Fact[] = [
    fact('email', 'bonjour@exemple.fr'),
    fact('phone', '05 56 00 00 01'),
    fact('replyTime'),
    fact('publisher.name', 'Atelier Relance'),
    fact('publisher.siren'),
    fact('publisher.registration'),
    fact('publisher.vat'),
    fact('trainer.name'),
    fact('trainer.path'),
    fact('trainer.photo'),
    fact('day', ['09:00\t12:30\tLa première automatisation']),
    fact('testimonials', []),
    fact('prices.standard', '199'),
    fact('training.bonuses', []),
    fact('payment.when'),
    fact('papers.paymentDays'),
    fact('papers.deposit', false),
    fact('preRegistrationUrl'),
    fact('videoLink'),
    fact('mediator.name'),
    fact('papers.region', 'la Bretagne'),
    fact('papers.vat'),
    fact('promises', []),
    fact('hiddenPromises', []),
    fact('visitorMails', false),
  ];
  const former = new Map<number, readonly Fact[]>();
  const check = (edits: NonNullable<ReleaseCommand['facts']>) => {
    const lacks = edits['trainer.name'] && !edits['trainer.path'];
    const hasNoBonus = edits['training.bonuses'] && lengthOf(edits['training.bonuses']) % 5 > 0;
    const isRefusedVat = edits['papers.vat'] === 'standard' && /non applicable/.test(String(edits['publisher.vat']));
    const refused = [
      ...(isRefusedVat ? ['papers.vat', 'publisher.vat'].map((key) => ({ key, rule: 'vat' })) : []),
      ...(lacks ? [{ key: 'trainer.path', rule: 'optionality' }] : []),
      ...(hasNoBonus ? [{ key: 'training.bonuses', rule: 'five' }] : []),
      ...missingCells('day', edits.day),
    ];
    if (refused.length > 0) throw new CallError('failed', { facts: refused });
  };
  return {
    list: () => facts,
    preview: (edits: NonNullable<ReleaseCommand['facts']>) => {
      check(edits);
      return {
        requested: `facts:${'0'.repeat(32)}`,
        paths: 'visitorMails' in edits ? [] : ['/', '/contact', '/guide'],
      };
    },
    /** @returns the keys that changed */
    edit: ({ facts: edits = {}, change }: ReleaseCommand, seq: number): readonly string[] => {
      check(edits);
      const before = facts;
      const undone = change === undefined ? undefined : former.get(change);
      facts = undone ?? facts.map((fact) => edited(fact, edits[fact.key]));
      former.set(seq, before);
      return facts.filter((fact, at) => fact !== before[at]).map(({ key }) => key);
    },
  };
}

const lengthOf = (value: Fact['value']) => (typeof value === 'boolean' ? 0 : value.length);

const missingCells = (key: string, lines: Fact['value'] | null | undefined) =>
  Array.isArray(lines)
    ? lines.flatMap((line: string, at) =>
        line.endsWith('\t') ? [{ key: `${key}[${at}].text`, rule: 'optionality' }] : [],
      )
    : [];

function edited(fact: Fact, newValue: Fact['value'] | null | undefined): Fact {
  if (newValue === undefined) return fact;
  return { ...fact, value: newValue ?? fact.file, isEdited: newValue !== null };
}
