import { agreementInWords, FREE_WITHDRAWAL, type MovedDay } from '@site/contract/agreement-words';
import { inEuros, type PlanPrices } from '@site/contract/prices';
import { beforeName } from '@site/supabase/requests';
import type { FailureReason } from '../api/call-error';
import type { SignInRefusal } from '../api/owner-api';
import type { GivenUpDays } from '../api/wire';
import { isolated, possibleFrom, shortWish, theDays, withoutYear } from './dates';

/** Follows a message about a fault that only that person can mend. */
export const TELL_HOST = 'Prévenez la personne qui héberge votre site.';

/** The subject of the texts whose words are read and agreed to, not edited. Here, as the opening view leads to it. */
export const PROMISES_SUBJECT = 'promesses';

export const space = {
  title: 'Votre espace',
  opening: 'Ouverture de votre espace…',
  loading: 'Chargement…',
  tabs: {
    aujourdhui: 'Aujourd’hui',
    demandes: 'Demandes',
    agenda: 'Agenda',
    site: 'Site',
    reglages: 'Réglages',
    textes: 'Vos textes',
    bilan: 'Bilan de l’année',
  },
  navigation: 'Parties de l’espace',
  site: 'Voir le site',
  retry: 'Réessayer',
  cancel: 'Annuler',
  /** @param time « 14:32 » */
  old: (time: string) =>
    `Hors connexion. Vous voyez les données de ${time}\u202f; les actions reviendront avec la connexion.`,
  /** @param moment « 26 novembre à 10 h 05 » */
  kept: (moment: string) => `Données du ${moment}, sans connexion. Les actions reviendront dès que le site répondra.`,
  offline: 'Vous êtes hors connexion. Cette page se chargera dès que la connexion reviendra.',
} as const;

export const failures: Readonly<Record<FailureReason, string>> = {
  'signed-out': 'Votre session a expiré. Demandez un nouveau code.',
  refused: 'Cette adresse n’ouvre pas cet espace.',
  offline: 'Le site ne répond pas. Rien n’a été changé\u202f; réessayez dans un instant.',
  changed: 'Un autre appareil a été plus rapide\u00a0: regardez ce qui a changé, puis recommencez.',
  closed: 'Ce jour n’est pas ouvert à la réservation.',
  taken: 'Ce jour est déjà confirmé pour une autre réservation.',
  impossible: 'Ce n’est plus possible\u00a0: cette demande a changé entre-temps.',
  gone: 'Cette demande n’existe plus.',
  'too-many': 'Trop d’essais à la suite. Réessayez dans une minute.',
  unavailable: 'Indisponible ici\u00a0: l’hébergement de ce site ne le propose pas.',
  failed: 'L’action a échoué. Rien n’a été changé\u202f; réessayez.',
};

/** Keyed by what the database gives with `impossible`. */
export const refusals: Readonly<Record<string, string>> = {
  'is-message': 'C’est un message\u00a0: il n’a ni jour ni réservation.',
  'is-reservation': 'C’est une réservation\u00a0: confirmez-la ou annulez-la.',
  'no-day': 'Choisissez au moins un jour.',
  'other-day': 'Ce jour ne fait plus partie de cette réservation.',
  'has-day': 'Ce jour fait déjà partie de cette réservation.',
  'day-out-of-range': 'Ce jour est passé, ou trop lointain.',
  'is-open': 'Cette demande est déjà ouverte.',
  'is-cancelled': 'Cette réservation est annulée\u00a0: rouvrez-la d’abord.',
  'not-confirmed': 'Cette réservation n’est plus confirmée.',
  'days-over':
    'Ce qui est passé n’est plus à annuler. Ce qui n’a pas été suivi se note «\u202fAbsent\u202f» dans le dossier, avec le prix encore dû\u202f; une journée reportée, par «\u202fChanger un jour\u202f».',
  'wish-late':
    'Ce souhait vient trop tard\u00a0: la journée qu’il devait remplacer a eu lieu. Gardez ce qui est confirmé.',
  'not-held': 'À cette date, la journée n’avait pas encore eu lieu.',
  'no-mail':
    'Le site ne peut pas écrire à cette personne maintenant\u00a0: réessayez demain, ou prévenez-la vous-même.',
  'no-phone': 'Cette personne n’a pas laissé de numéro de téléphone.',
  'mail-under-way': 'Un e-mail à cette personne est en train de partir. Réessayez dans deux minutes.',
  'no-calendar-address': 'Ce n’est pas l’adresse d’un agenda en https\u00a0: copiez-la en entier.',
  'no-picture':
    'Ce fichier n’est pas une photo que ce navigateur sait lire\u00a0: choisissez un JPEG, un PNG ou un WebP.',
  'paper-incomplete': 'Ce document a encore des endroits à compléter.',
  unpayable:
    'Un contrat n’est pas payé avant sa signature et la fin des dix jours qui la suivent\u00a0: puis 30\u00a0% au plus, et le reste comme le contrat le dit (Code du travail, L6353-3 à L6353-6).',
  'no-removal': 'Aucune suppression n’attend votre réponse.',
};

/** @param reason a key, after which the first day on which it is possible may stand: « unpayable 2026-12-08 » */
export function refusalText(reason: string): string | undefined {
  const [key = '', day] = reason.split(' ');
  const sentence = refusals[key];
  return sentence && day ? `${sentence} ${possibleFrom(day)}` : sentence;
}

/** A wait of this many seconds: « 42 s », « 12 min ». */
const duration = (seconds: number) => (seconds < 100 ? `${seconds}\u00a0s` : `${Math.ceil(seconds / 60)}\u00a0min`);

export const signIn = {
  intro: 'Recevez un code par e-mail pour ouvrir votre espace. Il n’y a pas de mot de passe.',
  form: 'Connexion',
  email: 'Votre e-mail',
  emailMissing: 'Indiquez votre adresse e-mail.',
  emailIncomplete: 'Cette adresse e-mail est incomplète.',
  send: 'Recevoir un code',
  sending: 'Envoi en cours…',
  owned: 'J’ai déjà un code',
  codeForm: 'Code reçu par e-mail',
  /** Must be the same for an address that is not an owner's. */
  origin: {
    sent: (email: string) => `Si ${email} ouvre cet espace, un code à huit chiffres vient d’y être envoyé.`,
    recent: (email: string) =>
      `Si ${email} ouvre cet espace, un code à huit chiffres y a déjà été envoyé\u00a0: c’est toujours celui-là qui compte, aucun autre n’est parti.`,
    owned: (email: string) => `Saisissez le code à huit chiffres que vous avez reçu pour ${email}.`,
  },
  code: 'Code à huit chiffres',
  codeHint: 'Il est valable dix minutes. Rien reçu\u202f? Regardez dans les indésirables, et vérifiez l’adresse.',
  codeMissing: 'Le code a huit chiffres.',
  enter: 'Ouvrir mon espace',
  entering: 'Vérification…',
  resend: 'Renvoyer un code',
  resendIn: (seconds: number) => `Renvoyer un code (dans ${duration(seconds)})`,
  resent: 'Un e-mail avec un code a été renvoyé. Saisissez le code de l’e-mail le plus récent.',
  otherEmail: 'Changer d’adresse',
  unreachable: 'Votre session est ouverte, mais le site ne répond pas. Vérifiez votre connexion.',
  forgetSession: 'Se connecter à nouveau',
} as const;

const signInFailures: Readonly<Record<SignInRefusal['reason'], string>> = {
  'wrong-code': 'Ce code est faux ou n’est plus valable. Vérifiez-le, ou demandez-en un autre.',
  'too-soon': 'Un code a été envoyé il y a peu.',
  'too-many': 'Trop d’essais. Attendez quelques minutes, puis demandez un nouveau code.',
  offline: 'Le site ne répond pas. Vérifiez votre connexion, puis réessayez.',
  failed: 'La connexion n’a pas pu se faire. Réessayez dans un instant.',
};

export const signInFailure = ({ reason, wait }: SignInRefusal): string =>
  reason === 'too-many' && wait !== undefined
    ? `Trop d’essais. Réessayez dans ${duration(wait)}.`
    : signInFailures[reason];

export const today = {
  title: 'Aujourd’hui',
  requests: 'À traiter',
  /** @param only the name of the one that waits */
  todo: (count: number, oldest: string | null, only?: string | null) =>
    count === 0
      ? 'Rien à traiter.'
      : count === 1
        ? `1 demande à traiter${only ? ` (${isolated(only)})` : ''}, reçue le ${oldest}`
        : `${count}\u00a0demandes à traiter, la plus ancienne reçue le ${oldest}`,
  givenUp: ({ request: { name }, days, agreement, isWithdrawal }: GivenUpDays) =>
    `${isolated(name)}${withoutYear(` a annulé ${theDays(days)}${agreement ? `, ${agreementInWords(agreement)}` : ''}`)}${isWithdrawal ? `\u00a0: ${FREE_WITHDRAWAL}` : ''}`,
  wish: (name: string, wish: MovedDay, ahead: string) => `${isolated(name)} ${shortWish(wish, ahead)}`,
  see: 'Vu',
  /** Accessible name. It begins with the visible text. */
  seen: (name: string) => `Vu\u00a0: annulation ${beforeName(name)}${isolated(name)}`,
  next: 'Prochaines journées',
  noNext: 'Aucune journée confirmée à venir.',
  tomorrow: 'Demain',
  /** @param more how many further days there are */
  seeAgenda: (more: number) =>
    `Voir l’agenda${more > 0 ? ` (${more}\u00a0${more === 1 ? 'autre journée' : 'autres journées'})` : ''}`,
  /** Opens the rest of a list. */
  others: (count: number) => `Et ${count}\u00a0${count === 1 ? 'autre' : 'autres'}`,
  wrong: 'Ce qui ne va pas',
  opening: 'Ouverture du site',
  steps: 'Pour commencer',
  stepsLeft: (count: number) => (count === 1 ? 'Il reste une étape.' : `Il reste ${count}\u00a0étapes.`),
  done: 'fait',
  open: 'à faire',
} as const;

/** Described to screen readers after the name of the tab. */
export const badges = {
  todo: (count: number) => `${count}\u00a0à traiter`,
  concerns: (count: number) => `${count}\u00a0${count === 1 ? 'point' : 'points'} à regarder`,
} as const;

export const steps = {
  days: {
    text: 'Choisissez vos jours',
    hint: 'Cinq questions\u00a0: jours de la semaine, jours fériés, délais, e-mails à vos visiteurs. Au départ, seuls les jours déjà confirmés sont fermés.',
    link: 'Répondre',
  },
  agenda: {
    text: 'Suivez vos journées dans l’agenda de votre téléphone',
    hint: 'Créez l’adresse de votre agenda, puis ajoutez-la à votre téléphone.',
    link: 'Créer l’adresse',
  },
  home: {
    text: 'Mettez cet espace sur votre écran d’accueil',
    hint: 'Sur iPhone\u00a0: Partager, puis «\u202fSur l’écran d’accueil\u202f». Sur Android\u00a0: le menu du navigateur, puis «\u202fAjouter à l’écran d’accueil\u202f». Le site ne peut pas toujours le voir.',
    confirm: 'C’est fait',
  },
  email: {
    text: 'Donnez votre adresse e-mail',
    /** @param shown empty where pages have none */
    hint: (shown: string) =>
      `${shown ? `Vos pages montrent ${shown}, qui ne joint personne.` : 'Vos pages n’en montrent aucune.'} Vos demandes y arriveront aussi.`,
    use: (email: string) => `Utiliser ${email}`,
    busy: 'Vos pages s’écrivent avec cette adresse\u00a0: quelques secondes, parfois une quinzaine…',
    done: 'Vos pages montrent cette adresse, et vos demandes y arrivent.',
    other: 'En donner une autre',
  },
  prices: {
    text: 'Confirmez vos prix',
    hint: ({ standard, funded }: PlanPrices) =>
      `Vos pages annoncent ${inEuros(standard)} la journée, et ${inEuros(funded)} avec un financement. Ce sont des valeurs proposées, tant que vous ne les avez ni gardées ni changées.`,
    keep: 'Ces prix sont les miens',
    busy: 'Vos pages s’écrivent avec ces prix\u00a0: quelques secondes, parfois une quinzaine…',
    done: 'Ces prix sont les vôtres.',
    other: 'Les changer',
  },
  promises: {
    text: 'Lisez ce que le site promet en votre nom',
    /** @param others how many more there are */
    hint: (first: string, others: number) =>
      `«\u202f${first}\u202f»${others > 0 ? ` et ${others}\u00a0${others === 1 ? 'autre' : 'autres'}` : ''}\u00a0: vos pages le disent à vos visiteurs. Dites ce que vous tenez, et ce que vos pages ne doivent pas montrer.`,
    link: 'Lire ces promesses',
    left: (count: number) => `Vos promesses\u00a0: ${count}\u00a0à lire`,
  },
  mails: {
    text: 'Prévenez vos visiteurs par e-mail',
    link: 'Voir l’état du site',
  },
  papers: {
    left: (count: number) =>
      `Vos textes\u00a0: il manque ${count}\u00a0${count === 1 ? 'information' : 'informations'}`,
    text: 'Préparez vos papiers',
    hint: ({ count, named }: { readonly count: number; readonly named: readonly string[] }) => {
      const first = named.length > 0 ? `\u00a0: ${named.slice(0, 2).join(', ')}${count > 2 ? '…' : '.'}` : '.';
      return `Vos pages, le devis, la convention et l’attestation s’écrivent à partir de vos textes. Il y manque ${count}\u00a0${count === 1 ? 'information' : 'informations'}${first}`;
    },
    link: 'Compléter mes textes',
  },
  request: {
    text: 'Recevez une première demande',
    hint: 'Pour essayer, réservez un jour comme le ferait un visiteur\u00a0: la demande arrive ici et par e-mail.',
    link: 'Ouvrir la réservation',
  },
} as const;

/** What mails to visitors lack: in short, and what that costs. */
const visitorMailsLack = {
  server: {
    short: 'Aucun e-mail ne part encore',
    text: 'Le site n’a pas de serveur d’e-mails\u00a0: rien ne part. La personne qui envoie une demande n’en garde que le lien ou le fichier d’agenda qu’elle enregistre elle-même.',
  },
  origin: {
    short: 'Les e-mails n’ont pas encore de lien',
    text: 'Le site ne connaît pas son adresse publique\u00a0: les e-mails n’ont pas de lien pour gérer la demande.',
  },
} as const;

export type MailsLack = readonly (keyof typeof visitorMailsLack)[];

/** Sentences; who can help is named once. */
export const mailsLackInWords = (lacks: MailsLack): readonly string[] =>
  lacks.length === 0 ? [] : [...lacks.map((lack) => visitorMailsLack[lack].text), TELL_HOST];

/** The worst of it, and who can help; empty without any. */
export const mailsLackInShort = ([worst]: MailsLack): string =>
  worst ? `${visitorMailsLack[worst].short}\u00a0: voyez-le avec votre hébergeur.` : '';
