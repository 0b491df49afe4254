import {
  agreementInWords,
  type EndedAgreement,
  FREE_WITHDRAWAL,
  type SignedAgreement,
  wishInWords,
} from '@site/contract/agreement-words';
import type { RequestMail, RequestStatus, VisitorChange } from '../claimed-mail.ts';
import type { Inset, Line } from '../text.ts';
import { settlement } from './deadlines.ts';

type RequestKind = RequestMail['kind'];

/** What visitors do has two names where a day that was not confirmed is given up. */
type ChangeName = VisitorChange['action'] | 'wish_withdrawn';

export const changeName = (change: VisitorChange): ChangeName =>
  change.action === 'visitor_gave_up' && !change.wasConfirmed ? 'wish_withdrawn' : change.action;

/** Follows the first of more than two days. */
export const otherDates = (count: number) => ` et ${count} autres dates`;

/** Subjects: `who` is a name, days are written out. */
export const requestSubject = {
  begin: {
    contact: 'Message\u00a0: ',
    reservation: 'Réservation\u00a0: ',
    dates: 'Dates ajoutées\u00a0: ',
    change: 'Modifiée par le visiteur\u00a0: ',
  } satisfies Record<RequestKind, string>,
  change: {
    visitor_cancelled: 'Annulée par le visiteur\u00a0: ',
    visitor_asked: 'Autre jour demandé\u00a0: ',
    visitor_gave_up: 'Jour annulé par le visiteur\u00a0: ',
    wish_withdrawn: 'Souhait retiré\u00a0: ',
    visitor_wanted: 'Nombre de journées précisé\u00a0: ',
  } satisfies Record<ChangeName, string>,
  noDates: 'sans dates',
  agefice: ' (AGEFICE)',
};

export const requestTitle: Record<Exclude<RequestKind, 'change'> | ChangeName, string> = {
  contact: 'Nouveau message',
  reservation: 'Nouvelle demande de réservation',
  dates: 'Dates ajoutées à une réservation',
  visitor_cancelled: 'Réservation annulée par le visiteur',
  visitor_asked: 'Autre jour demandé par le visiteur',
  visitor_gave_up: 'Jour annulé par le visiteur',
  wish_withdrawn: 'Souhait retiré par le visiteur',
  visitor_wanted: 'Nombre de journées précisé par le visiteur',
};

/** Nothing was confirmed. */
export const cancelledRequest = 'Demande annulée par le visiteur';

export const requestStatus: Record<RequestStatus, string> = {
  nouvelle: 'nouvelle',
  confirmee: 'confirmée',
  annulee: 'annulée',
};

export const requestLabels = {
  name: 'Nom',
  email: 'E-mail',
  phone: 'Téléphone',
  price: 'Tarif',
  status: 'Statut',
  receivedAt: 'Reçu le',
  dates: 'Dates demandées',
  confirmedDates: 'Dates confirmées',
  cancelledDates: 'Dates annulées',
  message: 'Message',
};

export const requestValues = {
  noPhone: 'non indiqué',
  cutPhone: ' (incomplet\u00a0: il manque des chiffres)',
  noDates: 'aucune pour le moment',
  receivedAt: (moment: string) => `${moment} (heure de Paris)`,
};

const AWAITS_YOU = 'le site lui a dit que vous lui écrivez pour la suite.';

/** What the visitor has read too. */
const leftAgreement = (agreement: EndedAgreement) =>
  `${signed(agreement)}\u00a0: ${agreement.withdrawalUntil ? FREE_WITHDRAWAL + settlement(agreement) : AWAITS_YOU}`;

interface GivenUp {
  readonly wasConfirmed: boolean;
  readonly agreement?: SignedAgreement | undefined;
  readonly others: number;
}

/** What was signed goes on for days that are over. */
function leftInPart(agreement: SignedAgreement, others: number): string {
  const which = others > 1 ? 'les jours qui restent' : 'le jour qui reste';
  return `${signed(agreement)}\u00a0: ${others > 0 ? `envoyez-lui un nouveau document pour ${which}.` : AWAITS_YOU}`;
}

const signed = (agreement: SignedAgreement) =>
  agreementInWords(agreement).replace(/^./, (first) => first.toUpperCase());

export const requestNotices = {
  visitorCancelled: (confirmed: readonly string[], agreement?: EndedAgreement) => {
    const signedToo = agreement ? ` ${leftAgreement(agreement)}` : '';
    if (confirmed.length === 0) return `Le visiteur a annulé sa demande.${signedToo}`;
    const days = confirmed.join(', ');
    const free =
      confirmed.length === 1
        ? `Le jour confirmé est de nouveau libre\u00a0: ${days}.`
        : `Les jours confirmés sont de nouveau libres\u00a0: ${days}.`;
    return `Le visiteur a annulé sa réservation. ${free}${signedToo}`;
  },
  /** @param hasConfirmed whether a day to come is confirmed */
  visitorAsked: (from: string, to: string, hasConfirmed: boolean) =>
    `Le visiteur ${wishInWords({ from, to })}. ${hasConfirmed ? 'Répondez-lui dans votre espace\u00a0: ce qui est confirmé le reste jusque-là.' : 'Rien n’est confirmé\u00a0: répondez-lui dans votre espace.'}`,
  /** @param others how many days to come the visitor still has */
  visitorGaveUp: (day: string, { wasConfirmed, agreement, others }: GivenUp) => {
    const begin = wasConfirmed
      ? `Le visiteur a annulé le ${day}, qui était confirmé\u00a0: ce jour est de nouveau libre.`
      : `Le visiteur ne demande plus le ${day}.`;
    const rest =
      others === 1 ? ['Son autre jour ne change pas.'] : ['Ses autres jours ne changent pas.'].slice(0, others);
    return [begin, ...rest, ...(agreement ? [leftInPart(agreement, others)] : [])].join(' ');
  },
  /** @param answer « Une seule journée, à l’une de ces dates » */
  visitorWanted: (answer: string) => `Journées souhaitées, selon le visiteur\u00a0: «\u202f${answer}\u202f».`,
  flagged:
    'À vérifier\u00a0: cette demande est arrivée pendant un afflux inhabituel de demandes. Relisez-la avec attention avant d’y répondre.',
  nameLikeAddress: (email: Inset): Line => [
    'Attention\u00a0: le nom indiqué ressemble à une adresse e-mail. Votre réponse partira à ',
    email,
    '.',
  ],
  clash: (day: string, name: Inset, status: Inset): Line => [
    `Une autre demande vise aussi le ${day}\u00a0: `,
    name,
    ' (',
    status,
    '). La formation est individuelle.',
  ],
  moreClashes: (count: number) =>
    `${count === 1 ? 'Une autre demande vise' : `${count} autres demandes visent`} encore ces jours. Votre espace les montre toutes.`,
  noDates: 'Cette réservation est arrivée sans dates\u00a0: demandez à cette personne les jours qui lui conviennent.',
};

export const requestFoot = {
  sentBy: 'Envoyé par le site ',
  reply: (email: Inset): Line => ['Répondez simplement à ce mail\u00a0: votre réponse partira à ', email, '.'],
};

/** French texts of the calendar that an owner's phone subscribes to. */
export const agendaWording = {
  name: 'Formations confirmées',
  summary: (who: string) => `Formation\u00a0: ${who}`,
  phone: (phone: string) => `Téléphone\u00a0: ${phone}`,
  email: (email: string) => `E-mail\u00a0: ${email}`,
  answer: (label: string, value: string) => `${label}\u00a0: ${value}`,
  note: (note: string) => `Note\u00a0: ${note}`,
  request: (url: string) => `Demande\u00a0: ${url}`,
  place: (tool: string | undefined) => (tool ? `À distance (${tool})` : 'À distance'),
};
