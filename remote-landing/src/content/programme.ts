import { BellRing, ContactRound, type LucideIcon, Send } from 'lucide-react';

export interface Automation {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly description: string;
  readonly benefit: string;
  /** Milliseconds after the first one, so that the three come up one after the other. */
  readonly delay: number;
}

interface ProgrammeContent {
  readonly title: string;
  readonly intro: string;
  readonly automations: readonly Automation[];
  readonly bonuses: { readonly title: string; readonly text: string };
}

export const programme: ProgrammeContent = {
  title: 'Le programme : trois automatisations, sans coder',
  intro: 'Huit heures à distance, seul avec le formateur. Chaque automatisation est construite en direct, avec vous.',
  automations: [
    {
      icon: Send,
      title: 'Des relances qui partent seules',
      description:
        'Une séquence d’e-mails et de SMS pour vos prospects chauds. Vous écrivez les messages une fois, elle les envoie aux jours choisis.',
      benefit: 'Plus de relance à garder en tête.',
      delay: 0,
    },
    {
      icon: BellRing,
      title: 'Une alerte à chaque nouveau contact',
      description:
        'Dès qu’une demande arrive, votre téléphone vous prévient, par messagerie ou par SMS, avec de quoi rappeler tout de suite.',
      benefit: 'Vous répondez pendant que le projet est encore frais.',
      delay: 120,
    },
    {
      icon: ContactRound,
      title: 'Une base de contacts, façon CRM',
      description:
        'Vos contacts, leur projet et la prochaine action, au même endroit. Le strict nécessaire, à la place des tableurs.',
      benefit: 'Vous savez qui rappeler, sans chercher.',
      delay: 240,
    },
  ],
  bonuses: {
    title: 'Cinq bonus prêts à l’emploi',
    text: 'Ils accompagnent vos trois automatisations et sont inclus dans le prix de la journée.',
  },
};
