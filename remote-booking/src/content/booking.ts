import { MANAGE_PATH } from '@site/contract/addresses';
import { durationAtStart, durationOf, hoursOf } from '@site/contract/day-hours';
import { formatHour, joinWords, listDays } from '@site/contract/french-dates';
import { fundingDays } from '@site/contract/funding-days';
import type { Site } from '@site/contract/host';
import { FUNDING_LEAD_DAYS } from '@site/contract/offer';
import { promised } from '@site/contract/owner-facts';
import { announcedPrice, inEuros, planPrice, pricesOf } from '@site/contract/prices';
import type { CallFailure, CallFailureReason } from '@site/forms/outcome';
import { fundingText } from '@site/forms/words';
import { formatFrenchDate, formatFrenchDelay, todayInParis } from '@site/shared-ui';
import type { BookingFailure } from '../api/booking-sender';
import { BINDING_ON_SIGNATURE } from './dates';

export const replyDelay = ({ replyTime }: Site) => (replyTime ? `dès que possible, ${replyTime}` : 'dès que possible');

/** « de 9 h à 18 h (heure de Paris) » after what leads to it; empty without a timetable. */
export function hoursIn({ day }: Site, before = ''): string {
  const hours = hoursOf(day);
  return hours ? `${before}de ${formatHour(hours.from)} à ${formatHour(hours.to)} (heure de Paris)` : '';
}

const withTrainer = (site: Site) => promised(site, 'alone', ', en tête-à-tête avec le formateur');

export const page = {
  back: "Retour à l'accueil",
  title: 'Réserver vos sessions',
  intro: 'Choisissez des dates disponibles pour vos formations en automatisation immobilière',
  price: (site: Site, isAgefice: boolean) =>
    `${isAgefice ? 'Formule financée\u00a0: ' : ''}${announcedPrice(site, planPrice(pricesOf(site), isAgefice))} la journée de ${durationOf(site.day)}${withTrainer(site)}.`,
  request: `Ce formulaire est une demande\u00a0: il n’entraîne aucun paiement et ne vaut pas contrat\u202f; ${BINDING_ON_SIGNATURE}`,
  next: {
    title: 'Et ensuite\u202f?',
    steps: (site: Site) => [
      {
        title: 'La date confirmée',
        text: `Nous lisons votre demande et vous répondons ${replyDelay(site)}\u00a0: votre date est confirmée, ou nous en cherchons une autre avec vous.`,
      },
      {
        title: 'La convention ou le contrat signé',
        text: 'Vous recevez la convention ou le contrat de formation. Votre signature rend la réservation définitive\u202f; rien ne se paie sur ce site.',
      },
      {
        title: 'Votre journée',
        text: `${durationAtStart(site.day)} à distance${site.videoTool ? ` (${site.videoTool})` : ''}${hoursIn(site, ', ')}${withTrainer(site)}, pour construire${promised(site, 'live', ' en direct')} vos trois automatisations.`,
      },
    ],
  },
  help: {
    title: 'Besoin d’aide\u202f?',
    text: (site: Site) =>
      `Une hésitation sur une date, le matériel ou le financement\u00a0: écrivez-nous, nous vous répondons ${replyDelay(site)}.`,
    link: 'Contacter le support',
  },
} as const;

export const form = {
  title: 'Vos coordonnées',
  daysWanted: (option: string, price: string) => `${option}\u00a0: ${price}`,
  openDays: 'Une question reste ouverte\u202f; sans réponse, nous la verrons ensemble\u00a0:',
  isAgefice: {
    hint: (site: Site) => {
      const { standard, funded } = pricesOf(site);
      const isDearer = funded > standard;
      const included = promised(site, 'fundingFile', `${isDearer ? '\u202f;' : ','} montage du dossier inclus`);
      return `Formule financée\u00a0: ${announcedPrice(site, funded)}${isDearer ? `, au lieu de ${inEuros(standard)}` : ''}${included}.`;
    },
  },
  submit: 'Envoyer ma réservation',
  sending: 'Envoi en cours...',
  direct: 'Vous préférez réserver par e-mail ou par téléphone\u202f?',
} as const;

export const recap = {
  dates: (count: number) => (count === 1 ? 'Date demandée' : `${count} dates demandées`),
  price: 'Prix',
  hours: 'Horaires',
  funding: 'Ensuite, pour l’AGEFICE',
  fundingSteps:
    'Préparez votre attestation CFP, une copie de votre carte nationale d’identité et votre RIB. Ne commencez rien avant notre réponse.',
  fundingGuide: 'Voir les étapes du dossier',
  file: 'Dossier AGEFICE complet',
  /** @param until « le lundi 7 décembre 2026 » @param soon « c’est demain »; empty while there is time */
  fileBy: (until: string, soon: string) => `au plus tard ${until}${soon && `\u00a0: ${soon}`}.`,
  /** @param days those of several that it is too late for */
  fileLate: (days?: string) =>
    `Le délai de ${FUNDING_LEAD_DAYS}\u00a0jours avant la journée est passé${days ? ` pour ${days}` : ''}\u00a0: appelez-nous avant de commencer.`,
  agreement: 'Avant la journée',
} as const;

/**
 * Until when the complete file can be sent for the days, which are yyyy-MM-dd and ascending. Once the training has
 * begun, nothing of days that it is too late for; empty when nothing is left.
 */
export function fundingDeadline(days: readonly string[], hasBegun = false): string {
  const { late, due, soon } = fundingDays(days, todayInParis());
  const by = due && recap.fileBy(due, soon);
  // The earliest day first: nothing is to be begun before somebody knows whether the fund still takes its file.
  if (!late || hasBegun) return by;
  return `${recap.fileLate(days.length > 1 ? late : undefined)} ${by.replace(/^a/, 'A')}`.trimEnd();
}

export const errorTitle = 'Erreur';

export const invalid = {
  dates: 'Veuillez sélectionner au moins une date',
  manyDates: (max: number) => `Choisissez ${max} dates au plus`,
  required: 'Veuillez remplir tous les champs obligatoires',
  name: 'Indiquez votre nom complet',
  missingEmail: 'Indiquez votre adresse e-mail',
  email: "L'email doit être valide",
  summary: 'Votre demande n’est pas encore partie. À corriger\u00a0:',
  pastDate: 'Une de vos dates est passée\u00a0: retirez-la, puis renvoyez votre demande.',
} as const;

interface SentBooking {
  readonly isAgefice: boolean;
  /** yyyy-MM-dd, ascending. */
  readonly dates: readonly string[];
}

export const sent = {
  title: 'Réservation envoyée !',
  description: ({ isAgefice, dates }: SentBooking, email: string) =>
    `Votre réservation, ${fundingText(isAgefice)}, pour ${listDates(dates)} a été envoyée à ${email}.`,
  status: 'Votre demande est envoyée.',
  /** The notice may take a third of a phone. */
  nextInShort: 'À confirmer par notre réponse.',
  next: ({ dates }: SentBooking, site: Site) =>
    `${dates.length === 1 ? 'Votre jour n’est pas encore confirmé' : 'Vos jours ne sont pas encore confirmés'}\u00a0: nous vous répondons ${replyDelay(site)}.`,
  /** Names the state, if this tab may see the request. */
  repeated: (state?: string) => `Vous avez déjà envoyé cette demande.${state ? ` ${state}` : ''}`,
  repeatedTitle: 'Demande déjà envoyée',
  repeatedText: ({ dates }: SentBooking) => `Pour ${listDates(dates)}.`,
  fileNote: 'Fichier .ics, où chaque jour est noté «\u202fdemande en attente de confirmation\u202f».',
} as const;

/** The notice has it, since the page of the form is left. */
export const manageLink = { label: 'Gérer ma demande', href: MANAGE_PATH } as const;

export const savedLink = {
  manage: manageLink.label,
  copy: 'Copier le lien',
  copied: 'Lien copié',
  notCopied: 'Copie impossible\u00a0: le lien est plus bas',
  print: 'Imprimer',
  term: 'Lien pour gérer votre demande',
} as const;

export const failed = { title: errorTitle, description: 'Une erreur est survenue. Veuillez réessayer.' } as const;

/** Messages in the form; the notice has its own. */
const failureStatus: Record<CallFailureReason, (failure: CallFailure) => string> = {
  rejected: () =>
    'Votre demande n’est pas partie. Rien de ce que vous avez saisi n’est perdu\u00a0: vous pouvez réessayer.',
  offline: () =>
    'Votre demande n’est pas partie\u00a0: le serveur ne répond pas. Vérifiez votre connexion, puis réessayez. Rien de ce que vous avez saisi n’est perdu.',
  'too-many': ({ retryAfterS }) =>
    retryAfterS
      ? `Trop de demandes sont parties de votre connexion. Réessayez dans ${formatFrenchDelay(retryAfterS)}\u00a0: rien de ce que vous avez saisi n’est perdu.`
      : 'Trop de demandes arrivent en ce moment\u00a0: votre demande n’est pas partie. Réessayez un peu plus tard, ou écrivez-nous par e-mail. Rien de ce que vous avez saisi n’est perdu.',
};

/** The reservation is stored without its dates, since one of them is closed. */
const dateClosed = (date: string) =>
  `Le ${formatFrenchDate(date)} n’est plus disponible. Vos coordonnées sont enregistrées, pas encore vos dates\u00a0: retirez celle-ci ou remplacez-la, puis renvoyez votre demande.`;

const datesMissing =
  'Vos coordonnées sont enregistrées, pas encore vos dates. Réessayez sans attendre\u00a0: seules les dates seront envoyées.';

export function describeFailure(failure: BookingFailure): string {
  if (failure.closedDate) return dateClosed(failure.closedDate);
  // `datesMissing` asks for an immediate retry, which a rate limit would refuse.
  return failure.isReserved && failure.reason !== 'too-many' ? datesMissing : failureStatus[failure.reason](failure);
}

/** More dates written in full would fill a phone's screen. */
const MAX_WHOLE_DATES = 4;

/** « le lundi 23 novembre 2026 et le … »; groups many dates by month. @param dates yyyy-MM-dd, ascending */
export function listDates(dates: readonly string[]): string {
  if (dates.length > MAX_WHOLE_DATES) return listByMonth(dates);
  return listDays('le', dates);
}

function listByMonth(dates: readonly string[]): string {
  const months = new Map<string, string[]>();
  for (const date of dates) {
    const [, day = '', ...words] = formatFrenchDate(date).split(' ');
    const month = words.join(' ');
    months.set(month, [...(months.get(month) ?? []), day]);
  }
  const byMonth = [...months].map(([month, days]) => `${days.length > 1 ? 'les' : 'le'} ${joinWords(days)} ${month}`);
  return joinWords(byMonth);
}
