import type { SignInAnswer } from '../api/owner-api';

type Reason = Extract<SignInAnswer, { readonly ok: false }>['reason'];

export const signIn = {
  intro: 'Recevez un code par e-mail pour ouvrir votre espace. Il n’y a pas de mot de passe.',
  form: 'Connexion',
  email: 'Votre e-mail',
  emailMissing: 'Indiquez votre adresse e-mail.',
  send: 'Recevoir un code',
  sending: 'Envoi en cours…',
  codeForm: 'Code reçu par e-mail',
  /** Must be the same for an address that is not an owner's. */
  sent: (email: string) => `Si ${email} ouvre cet espace, un code à huit chiffres vient d’y être envoyé.`,
  code: 'Code à huit chiffres',
  codeHint: 'Il est valable dix minutes. Regardez aussi dans les indésirables.',
  codeMissing: 'Le code a huit chiffres.',
  enter: 'Ouvrir mon espace',
  entering: 'Vérification…',
  resend: 'Renvoyer un code',
  resendIn: (seconds: number) => `Renvoyer un code (dans ${seconds}\u00a0s)`,
  resent: 'Un nouveau code a été envoyé\u202f; le précédent n’est plus valable.',
  otherEmail: 'Changer d’adresse',
  unreachable: 'Votre session est ouverte, mais le site ne répond pas. Vérifiez votre connexion.',
  forgetSession: 'Se connecter à nouveau',
} as const;

export const signInFailures: Readonly<Record<Reason, string>> = {
  'wrong-code': 'Ce code est faux ou n’est plus valable. Vérifiez-le, ou demandez-en un autre.',
  'too-many': 'Trop d’essais. Attendez quelques minutes, puis demandez un nouveau code.',
  offline: 'Le site ne répond pas. Vérifiez votre connexion, puis réessayez.',
  failed: 'La connexion n’a pas pu se faire. Réessayez dans un instant.',
};
