import { durationAtStart } from '@site/contract/day-hours';
import type { Site } from '@site/contract/host';
import { promised } from '@site/contract/owner-facts';
import { BellRing, ContactRound, type IconNode, Send } from 'lucide';
import table from '../illustrations/contact-table.svg';
import timeline from '../illustrations/follow-up-timeline.svg';
import alert from '../illustrations/instant-alert.svg';

export interface Automation {
  readonly icon: IconNode;
  readonly title: string;
  readonly description: string;
  readonly benefit: string;
  /** Height in pixels, at the width that the three pictures share. */
  readonly drawing: { readonly src: string; readonly alt: string; readonly height: number };
  /** Delay in milliseconds after the first one, so that the three appear in turn. */
  readonly delay: number;
}

export const programme = {
  title: 'Le programme : trois automatisations, sans coder',
  intro: (site: Site) =>
    `${durationAtStart(site.day)} à distance${promised(site, 'alone', ', en tête-à-tête avec le formateur')}.${promised(site, 'live', ' Chaque automatisation est construite en direct, avec vous.')}`,
  automations: [
    {
      icon: Send,
      title: 'Des relances qui partent seules',
      description:
        'Une séquence d’e-mails et de SMS pour vos prospects chauds. Vous écrivez les messages une fois, elle les envoie aux jours choisis.',
      benefit: 'Plus de relance à garder en tête.',
      drawing: {
        src: timeline,
        height: 300,
        alt: 'Une séquence de relance en quatre étapes : SMS à J+0, déjà envoyé, e-mail à J+2, e-mail à J+5, appel à J+9.',
      },
      delay: 0,
    },
    {
      icon: BellRing,
      title: 'Une alerte à chaque nouveau contact',
      description:
        'Dès qu’une demande arrive, votre téléphone vous prévient, par messagerie ou par SMS, avec de quoi rappeler tout de suite.',
      benefit: 'Vous répondez pendant que le projet est encore frais.',
      drawing: {
        src: alert,
        height: 300,
        alt: 'Un téléphone verrouillé, à 19:42, reçoit « Nouveau contact ». À côté, la fiche de Camille Lenoir : T3 Bordeaux, 310 000 €, son numéro et un bouton « Rappeler ».',
      },
      delay: 120,
    },
    {
      icon: ContactRound,
      title: 'Une base de contacts, façon CRM',
      description:
        'Vos contacts, leur projet et la prochaine action, au même endroit. Le strict nécessaire, à la place des tableurs.',
      benefit: 'Vous savez qui rappeler, sans chercher.',
      drawing: {
        src: table,
        height: 330,
        alt: 'Un tableau net de six contacts, avec leur projet et leur étape : à rappeler, visite ou offre. Derrière, l’ancienne feuille en désordre est barrée.',
      },
      delay: 240,
    },
  ] satisfies readonly Automation[],
  bonuses: {
    title: 'Cinq bonus prêts à l’emploi',
    text: 'Ils accompagnent vos trois automatisations et sont inclus dans le prix de la journée.',
  },
};
