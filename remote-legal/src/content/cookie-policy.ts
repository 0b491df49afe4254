import type { ConsentChoice } from '@site/contract/host';

/** 'unset': no choice yet. */
type ConsentStatus = ConsentChoice | 'unset';

interface StatusWords {
  readonly label: string;
  readonly text: string;
}

const statuses: Record<ConsentStatus, StatusWords> = {
  accepted: { label: 'Accepté', text: 'Vous avez accepté que la vitesse des pages soit mesurée.' },
  rejected: { label: 'Refusé', text: 'Vous avez refusé que la vitesse des pages soit mesurée.' },
  unset: {
    label: 'Pas encore donné',
    text: 'Vous n’avez pas encore fait de choix : la vitesse des pages n’est pas mesurée.',
  },
};

export const cookiePolicy = {
  title: 'Politique de cookies',
  intro: 'Ce que ce site garde dans votre navigateur, pourquoi, et comment changer d’avis.',
  back: 'Retour aux mentions légales',
  consent: { title: 'Votre consentement', statuses, change: 'Modifier mes préférences' },
  dialog: {
    title: 'Préférences de Cookies',
    text: 'Acceptez-vous que la vitesse des pages soit mesurée chez vous, sans vous suivre ? Sans votre accord, rien n’est mesuré.',
    reject: 'Refuser',
    accept: 'Accepter',
  },
  definition: {
    title: 'Qu’est-ce qu’un cookie ?',
    paragraphs: [
      'Un cookie est une petite information qu’un site dépose dans votre navigateur et relit plus tard. Le stockage local du navigateur rend le même service : les mêmes règles s’y appliquent, celles de l’article 82 de la loi Informatique et Libertés.',
      'Ce site n’utilise que le stockage local et le stockage de session, que la fermeture de l’onglet efface. Ses polices, ses dessins et ses scripts viennent du site lui-même : aucun réseau social, aucune régie publicitaire n’y dépose aucun traceur.',
    ],
  },
  used: {
    title: 'Les cookies utilisés',
    technical: {
      title: 'Cookies techniques',
      text: 'Ils retiennent votre choix, pour ne pas vous le redemander à chaque page, ce que vous saisissez dans un formulaire et les pannes déjà signalées. Ils restent dans votre navigateur et ne demandent pas d’accord.',
      entries: [
        { key: 'cookie-consent', text: 'votre choix, accepté ou refusé ; effacé au bout de six mois' },
        { key: 'cookie-consent-at', text: 'la date de ce choix ; effacée en même temps' },
        {
          key: 'contact-draft',
          text: 'ce que vous saisissez dans le formulaire de contact, pour le retrouver si vous changez de page ; effacé à l’envoi ou à la fermeture de l’onglet',
        },
        {
          key: 'booking-draft',
          text: 'ce que vous saisissez dans le formulaire de réservation, pour le retrouver si vous changez de page ; effacé à l’envoi ou à la fermeture de l’onglet',
        },
        {
          key: 'booking-link',
          text: 'le lien vers la réservation que vous venez d’envoyer, ou que vous avez ouverte depuis un e-mail, pour la gérer dans cet onglet ; effacé à sa fermeture',
        },
        {
          key: 'day-file-draft',
          text: 'ce que vous saisissez pour compléter votre dossier, pour le retrouver si la page se recharge ; effacé à l’envoi ou à la fermeture de l’onglet',
        },
        {
          key: 'questionnaire-draft',
          text: 'vos réponses au questionnaire tant qu’elles ne sont pas envoyées, pour la même raison ; effacé à l’envoi ou à la fermeture de l’onglet',
        },
        {
          key: 'reported-failures',
          text: 'les parties du site tombées en panne chez vous, pour que chacune ne soit signalée qu’une fois ; effacé à la fermeture de l’onglet, jamais envoyé',
        },
      ],
    },
    analytical: {
      title: 'Cookies analytiques',
      paragraphs: [
        'Il n’y en a aucun : ni mesure d’audience, ni publicité. Votre accord ne sert qu’à mesurer la vitesse des pages, sans vous suivre. Cela ne garde rien de plus dans votre navigateur.',
        'Si vous acceptez, votre navigateur lit ses propres mesures : quand la page a commencé à arriver, quand elle s’est affichée, en combien de temps elle a répondu à vos gestes, et si elle a bougé sous vos yeux. Quand vous quittez la page ou changez d’onglet, il envoie une fois ces mesures, chacune arrondie à l’un de douze paliers, avec la page et la version du site. Il n’envoie ni identifiant, ni saisie, ni page précédente.',
        'Le site n’en garde que des totaux par heure, trente jours au plus. L’empreinte de votre adresse réseau, qui sert à ne compter personne sans fin, est gardée à part, un jour au plus. Ces totaux servent à trouver les pages lentes et à les corriger.',
        'Si vous refusez, ou tant que vous n’avez pas choisi, l’outil de mesure n’est même pas chargé. Si vous changez d’avis pendant votre visite, plus rien n’est envoyé.',
      ],
    },
  },
  counted: {
    title: 'Ce qui est compté sans cookie',
    paragraphs: [
      'Pour savoir si le site fonctionne, votre navigateur lui signale chaque page dès qu’elle peut être utilisée : laquelle, et avec quelle version du site. Il signale de même une partie qui tombe en panne. Rien n’y parle de vous : ni identifiant, ni saisie, ni page précédente.',
      'Le site n’en garde que des totaux par heure et, pour les pannes, une ligne par panne : trente jours au plus. L’empreinte de votre adresse réseau, qui sert à ne compter personne sans fin, est gardée à part, un jour au plus.',
      'Signaler une page ne lit rien dans votre navigateur et n’y garde rien. Ces signalements ne servent pas à mesurer l’audience : ils partent quel que soit votre choix.',
    ],
  },
  management: {
    title: 'Gérer vos préférences',
    paragraphs: [
      'Refuser ne change rien à votre visite. Vous pouvez changer d’avis à tout moment, ici ou par le lien « Gérer les cookies » au bas de chaque page.',
      'Après six mois, votre choix est effacé et la question vous est posée de nouveau.',
    ],
  },
  browsers: {
    title: 'Régler votre navigateur',
    text: 'Votre navigateur permet aussi de voir, de bloquer et d’effacer les cookies. Son aide explique comment :',
    links: [
      { name: 'Chrome', url: 'https://support.google.com/chrome/answer/95647?hl=fr' },
      { name: 'Firefox', url: 'https://support.mozilla.org/fr/kb/effacer-cookies-donnees-site-firefox' },
      { name: 'Safari', url: 'https://support.apple.com/fr-fr/guide/safari/sfri11471/mac' },
      {
        name: 'Edge',
        url: 'https://support.microsoft.com/fr-fr/microsoft-edge/supprimer-les-cookies-dans-microsoft-edge-63947406-40ac-c3b8-57b9-2a946a29ae09',
      },
    ],
  },
} as const;
