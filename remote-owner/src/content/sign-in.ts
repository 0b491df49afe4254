import type { SignInRefusal } from '../api/owner-api';

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
    recent: (email: string) => `Si ${email} ouvre cet espace, un code à huit chiffres y a déjà été envoyé.`,
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
  reason === 'too-many' && wait !== undefined ? `Trop d’essais. Réessayez dans ${duration(wait)}.` : signInFailures[reason];
