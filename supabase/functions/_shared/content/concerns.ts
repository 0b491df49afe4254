import { WISH_TOO_LATE, wishInWords } from '@site/contract/agreement-words';
import { addDays, todayInParis } from '@site/contract/today';
import type { BackupFailure, Concern, DeadlineStep, WatchConcern } from '../concern.ts';
import { formatDay, plural } from '../french.ts';
import { type Line, textFor, typed } from '../text.ts';
import { dayAhead } from './concern-lines.ts';
import { agreementWords, beforeName } from './deadlines.ts';

const parts: Readonly<Record<string, string>> = {
  shell: 'le cadre du site',
  landing: 'l’accueil',
  booking: 'la réservation',
  contact: 'la page de contact',
  legal: 'le financement et les pages légales',
  owner: 'votre espace',
};

const failures = {
  full: 'le disque est plein',
  refused: 'le dossier des sauvegardes ne peut pas être écrit',
  other: 'la cause est dans le journal du serveur',
} satisfies Record<BackupFailure, string>;

/**
 * The subject of a mail, from its most pressing concern.
 * @param people their names; none for a concern of the site
 * @param ahead of `firstDayAhead`
 */
export function subjectOf(concern: Concern, [name, ...others]: readonly string[], ahead: string): string {
  const told = siteSubject(concern);
  if (told !== null) return `${concern.isUrgent ? 'Alerte' : 'À faire sur votre site'}\u00a0: ${told}`;
  const [thing, todo] = subjectParts(concern, ahead);
  const also =
    others.length > 1 ? ` et de ${others.length} autres` : others.length > 0 ? ' et d’une autre personne' : '';
  const whose = name ? ` ${beforeName(name)}${name}${also}` : '';
  const { soon, by } = subjectDay(concern, ahead);
  const text = `${thing}${whose}${todo && ` ${todo}`}${by}`;
  return soon ? `${soon}\u00a0: ${text}` : text[0]?.toUpperCase() + text.slice(1);
}

/** When it is due: today and tomorrow begin the subject, a later day ends it. */
function subjectDay(concern: Concern, ahead: string): { readonly soon?: string; readonly by: string } {
  const today = todayInParis();
  const day = concern.kind === 'deadline' && dayAhead(concern, ahead);
  if (!day) return { by: '' };
  if (day <= addDays(today, 1)) return { soon: day === today ? 'Aujourd’hui' : 'Demain', by: '' };
  return { by: ` ${['file', 'signature'].includes(concern.step) ? 'avant' : 'au plus tard'} le ${formatDay(day)}` };
}

/** Null for what is about a person or a date. */
function siteSubject(concern: Concern): string | null {
  switch (concern.kind) {
    case 'requests':
      return concern.name ? null : `${plural(concern.count, 'demande')} à traiter`;
    case 'mails':
    case 'unsent':
      return `${plural(concern.count, 'mail')} non envoyé${concern.count > 1 ? 's' : ''}`;
    case 'part':
    case 'incidents':
      return `${plural(concern.count, 'incident')} en 24\u00a0heures`;
    case 'watch':
      return watchSubject[concern.outcome];
    case 'backup':
      return 'pas de sauvegarde récente';
    case 'disk':
      return 'un disque presque plein';
    case 'site':
      return 'des informations manquent';
    case 'calendar':
      return 'votre agenda personnel n’est plus lu';
    case 'more':
      return 'des dates à venir';
    case 'retention':
      return `suppression suspendue, ${plural(concern.requests, 'demande')} sur ${concern.total}`;
    default:
      return null;
  }
}

/** The words before and after a name. */
type SubjectParts = readonly [thing: string, todo: string];

function subjectParts(concern: Concern, ahead: string): SubjectParts {
  if (concern.kind === 'invoice') return concern.isLate ? ['facture en retard', ''] : ['facture', 'à encaisser'];
  if (concern.kind === 'express_request') return ['demande', 'à faire cocher'];
  if (concern.kind === 'requests') return ['demande', 'à traiter'];
  if (concern.kind === 'wish') return ['souhait', 'à traiter'];
  if (concern.kind !== 'deadline') return ['annulation', 'à suivre'];
  const { step, news, papers, isAsked, isContract } = concern;
  if (isAsked) return ['demande AGEFICE', 'à confirmer'];
  if (news?.includes('early')) return ['règlement trop tôt', ''];
  if (step === 'signature') {
    const { title, ending } = agreementWords(isContract);
    return [title.toLowerCase(), concern.due < ahead ? `non signé${ending}, journée passée` : 'à signer'];
  }
  return step === 'file' && papers?.length ? ['papiers', 'à suivre'] : SUBJECT_PARTS[step];
}

const SUBJECT_PARTS: Record<Exclude<DeadlineStep, 'signature'>, SubjectParts> = {
  file: ['dossier', 'à suivre'],
  kept: ['heures', 'à noter'],
  funding: ['dossier AGEFICE', 'à déposer'],
  payable: ['acompte', 'à demander'],
  reimbursement: ['remboursement AGEFICE', 'à demander'],
  report: ['bilan annuel', 'à déposer'],
};

export const subjectOthers = (count: number) =>
  count === 0 ? '' : ` (et ${count} autre${count > 1 ? 's' : ''} point${count > 1 ? 's' : ''})`;

export const concernsTitle = 'À faire sur votre site';

/** Sentences; moments are written out. */
export const concernWording = {
  requests: ({ count, name }: Extract<Concern, { kind: 'requests' }>, since: string): Line => [
    `${plural(count, 'demande')} à traiter depuis plus d’un jour, ${count > 1 ? 'la plus ancienne ' : ''}reçue `,
    ...(name ? [beforeName(name), typed(name), ' '] : []),
    `le ${since}.`,
  ],
  wish: ({ name, from, to, isLate, isTaken }: Extract<Concern, { kind: 'wish' }>): Line => [
    typed(name),
    ` ${wishInWords({ from: formatDay(from), to: formatDay(to) })}${isLate ? ` (${WISH_TOO_LATE})` : ''}.`,
    ...(isTaken ? [` Le ${formatDay(to)} est déjà confirmé pour une autre demande.`] : []),
  ],
  mails: (count: number) =>
    count > 1
      ? `${count} e-mails n’ont pas pu partir et ne sont plus essayés. Les demandes restent dans votre espace.`
      : '1 e-mail n’a pas pu partir et n’est plus essayé. Les demandes restent dans votre espace.',
  mayBeSent: (count: number) =>
    count > 1
      ? `${count} e-mails gardés après une restauration sont peut-être déjà partis. Renvoyez-les depuis votre espace (Réglages) s’il le faut.`
      : '1 e-mail gardé après une restauration est peut-être déjà parti. Renvoyez-le depuis votre espace (Réglages) s’il le faut.',
  unsent: (count: number, since: string) =>
    count > 1
      ? `${count} e-mails ne partent pas. En attente depuis le ${since}.`
      : `1 e-mail ne part pas. En attente depuis le ${since}.`,
  part: ({ remote, release, count, pages }: Extract<Concern, { kind: 'part' }>, at: string): Line => [
    'Une partie du site a échoué chez plusieurs visiteurs en un jour\u00a0: ',
    textFor(parts, remote) ?? typed(remote),
    ' (',
    typed(release),
    `), ${count} fois pour ${plural(pages, 'page')} servie${pages > 1 ? 's' : ''}, la dernière le ${at}.`,
  ],
  watch: (concern: Extract<Concern, { kind: 'watch' }>, at: string): Line =>
    watchLine(concern, textFor(parts, concern.remote) ?? typed(concern.remote), at),
  incidents: (count: number, reporters: number) =>
    `En 24\u00a0heures, des parties du site ont échoué ${count} fois chez des visiteurs. Signalé depuis ${reporters} adresses différentes.`,
  backupFailed: (failure: BackupFailure, since: string) =>
    `La sauvegarde échoue depuis le ${since}\u00a0: ${failures[failure]}.`,
  backupLate: (at: string | null) =>
    at ? `La dernière sauvegarde date du ${at}.` : 'Aucune sauvegarde n’a encore été faite.',
  disk: (host: string, free: string) => `Il reste ${free} libres sur un disque du serveur ${host}.`,
  site: (count: number) =>
    count > 1
      ? `Le site reste un brouillon, que chacun peut voir\u00a0: il y manque ${count} informations.`
      : 'Le site reste un brouillon, que chacun peut voir\u00a0: il y manque une information.',
  calendar: (since: string | null) =>
    since
      ? `Votre agenda personnel n’a pas pu être lu depuis le ${since}. Les jours qu’il fermait restent fermés.`
      : 'Après une restauration, le site n’a plus l’adresse de votre agenda personnel. Les jours qu’il fermait restent fermés\u00a0: connectez-le de nouveau, ou rouvrez-les.',
  retention: (count: number, total: number) =>
    `La suppression automatique de ${plural(count, 'demande')} sur ${total} attend votre confirmation.`,
  more: (count: number) => `${plural(count, 'autre date', 'autres dates')}, à lire dans votre espace.`,
};

export const concernsWording = {
  cause: 'Cause',
  kept: 'Aucune demande n’est perdue\u00a0: votre espace les montre toutes.',
  look: 'Ce qui a échoué, et dans quelles versions, est dans votre espace (Site).',
  label: 'À faire',
  also: 'Aussi à faire',
  gaps: 'Il manque',
  host: 'Pour les e-mails, les sauvegardes et le disque, prévenez la personne qui héberge votre site.',
  open: 'Ouvrir votre espace\u00a0: ',
  path: '/espace',
  keepHours: 'Noter les heures',
  openFile: 'Ouvrir le dossier',
  readAnswers: 'Lire les réponses',
  openRequest: 'Ouvrir la demande',
  requestsPath: '/espace?vue=demandes',
  requestPath: (request: string) => `/espace?demande=${request}`,
  when: 'Ce message part aussitôt pour ce qui presse, le matin pour le reste. Un même point ne le fait partir qu’une fois par jour, une échéance qu’une fois par semaine et la veille\u202f; il liste alors tout ce qui reste à faire.',
};

/** `0,4 Go` */
export const gigabytes = (bytes: number) =>
  `${(bytes / 1e9).toLocaleString('fr-FR', { maximumFractionDigits: 1 })}\u00a0Go`;

/** The subject of a mail whose most urgent concern it is. */
const watchSubject = {
  returned: 'une version a été retirée',
  'not-returned': 'une nouvelle version échoue',
  unattributed: 'des pages échouent',
  ambiguous: 'des pages ne démarrent plus',
  visits: 'la visite d’une nouvelle version a échoué',
} satisfies Record<WatchConcern['outcome'], string>;

/** The sentences about a watch: what visitors saw, and what the site did. @param part as in « la réservation » */
function watchLine(concern: WatchConcern, part: Line[number], at: string): Line {
  const { outcome, release, previous } = concern;
  const named = [part, ' (', typed(release), ')'];
  if (outcome === 'unattributed') {
    return [
      'Depuis la nouvelle version\u00a0: ',
      ...named,
      ', des pages échouent sans que la cause soit connue.',
      STAYED,
    ];
  }
  if (outcome === 'ambiguous') {
    return ['Des pages ne démarrent plus depuis deux changements à la fois, dont\u00a0: ', ...named, '.', STAYED];
  }
  if (outcome === 'visits') return ['La visite automatique du site a échoué avec\u00a0: ', ...named, '.', STAYED];
  const back =
    outcome === 'returned'
      ? [' Le site est revenu de lui-même à la version précédente (', typed(previous ?? ''), `) le ${at}.`]
      : [' Le site n’a pas pu revenir de lui-même à la version précédente.'];
  return ['Nouvelle version\u00a0: ', ...named, `. ${seen(concern)}`, ...back];
}

const STAYED = ' Rien n’a été changé.';

function seen({ because, served, live, reporters }: WatchConcern): string {
  if (because === 'silence' && served > live) {
    return live === 0
      ? `La page n’a démarré chez aucun des ${served} visiteurs.`
      : `La page n’a démarré que chez ${live} des ${served} visiteurs.`;
  }
  if (because === 'failures' && reporters > 0) {
    return `Une panne a été signalée par ${plural(reporters, 'visiteur')} sur ${Math.max(served, reporters)}.`;
  }
  return 'Une autre partie du même changement a échoué.';
}

export const watchAdvice = {
  returned:
    'Les visiteurs ont de nouveau la version précédente, et aucune demande n’est perdue. Les mises à jour de cette partie sont suspendues jusqu’à ce que vous, ou son équipe, les repreniez (votre espace, Site, «\u00a0Reprendre les mises à jour\u00a0»). Transmettez ce message à l’équipe de cette partie.',
  'not-returned':
    'Transmettez ce message à l’équipe de cette partie. Dans votre espace (Site), vous pouvez revenir vous-même à une version précédente ou retirer la partie.',
  unattributed:
    'Ouvrez votre site pour voir s’il marche. S’il ne marche pas, revenez à la version précédente dans votre espace (Site), et prévenez la personne qui l’a changé.',
  ambiguous:
    'Ouvrez votre site pour voir s’il marche. S’il ne marche pas, revenez à la version précédente dans votre espace (Site), d’abord pour le cadre du site.',
  visits:
    'Ouvrez votre site pour voir s’il marche. S’il ne marche pas, revenez à la version précédente dans votre espace (Site).',
} satisfies Record<WatchConcern['outcome'], string>;

/** Mails and the inbox say why a retention run is held. */
export const retentionReason = {
  share: () => 'C’est beaucoup à la fois\u00a0: plus de dix demandes, et plus d’un dixième de ce que le site conserve.',
  clock: (lastRun: string | null) =>
    `Le site n’a pas vérifié les durées de conservation depuis plus d’un mois${lastRun ? ` (la dernière fois le ${lastRun})` : ''}\u00a0: il était arrêté, ou l’horloge de la machine est fausse.`,
} satisfies Record<'share' | 'clock', (lastRun: string | null) => string>;

/** The removal continues without a confirmation. */
export const retentionResumes = (moment: string) =>
  `Sans réponse de votre part, elle reprend d’elle-même le ${moment}, dix demandes à la fois, ou un dixième si c’est plus.`;

export const retentionWording = {
  steps: 'Que faire',
  checkClock: 'Faites vérifier la date et l’heure de la machine par la personne qui héberge votre site.',
  wrongClock:
    'Si elles sont fausses, corrigez-les\u00a0: la suppression automatique reprend d’elle-même dans l’heure, et rien n’est perdu.',
  rightClock: 'Si elles sont justes, confirmez la suppression dans votre espace (Réglages).',
};
