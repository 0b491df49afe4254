import type { MailsLack } from './space';

/** A ready message whose receiver only the owner knows. @param label whom it is for */
export const sharing = {
  share: (label: string) => `Partager le message ${label}`,
  copy: (label: string) => `Copier le message ${label}`,
  read: 'Lire ce message',
  copied: 'Le message est copié\u00a0: collez-le dans un e-mail ou un SMS.',
  notCopied: 'Le message n’a pas pu être copié\u00a0: ouvrez-le, puis sélectionnez-le.',
} as const;

/** What the host of the site sets for each thing that mails lack. */
const settings: Readonly<Record<MailsLack[number], string>> = {
  server: 'un serveur d’e-mails (SMTP_URL)',
  origin: 'son adresse publique («\u202forigin\u202f» dans site.json)',
};

/** Whom the message about mails is for. */
export const toHost = 'pour l’hébergeur';

/** What the owner can send to the host of the site. */
export const askForMails = (lacks: MailsLack, product: string) => ({
  subject: `Les e-mails du site ${product}`,
  text: [
    'Bonjour,',
    `Pour que le site ${product} écrive à ses visiteurs, il lui faut encore\u00a0:\n${lacks.map((lack) => `–\u00a0${settings[lack]}`).join('\n')}`,
    'Le guide est docs/hosting/one-machine.md\u202f; le site lit ces réglages à son démarrage.',
    'Merci\u202f!',
  ].join('\n\n'),
});
