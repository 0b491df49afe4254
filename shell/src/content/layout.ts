import type { Site } from '@site/contract/host';
import { promised } from '@site/contract/owner-facts';
import type { RouteName } from '@site/contract/routes';

export const layout = {
  skip: 'Aller au contenu',
  /** Accessible name of the link around the icon and the product's name. */
  home: (product: string) => `Accueil – ${product}`,
  book: 'Réserver ma session',
  /** The button leads there on the page that books. */
  bookFromHome: 'Vers la page d’accueil',
  promise: (site: Site) =>
    `Une journée à distance${promised(site, 'alone', ', en tête-à-tête avec le formateur,')} pour installer trois automatisations.`,
  footerNavigation: 'Pied de page',
  /** The footer shows them in this order. */
  links: {
    booking: 'Réserver des dates',
    contact: 'Nous écrire',
    funding: 'Financer la formation',
    legalNotice: 'Mentions légales',
    cookiePolicy: 'Gérer les cookies',
    accessibility: 'Accessibilité',
  } satisfies Record<Exclude<RouteName, 'home'>, string>,
} as const;

export const draft = { label: 'Brouillon', text: ' : ce site n’est pas encore public.' } as const;

export const notFound = {
  title: 'Page introuvable',
  code: '404',
  message: "Oops! Cette page n'existe pas",
  asked: 'Adresse demandée :',
  home: "Retour à l'accueil",
} as const;

export const unexpected = {
  title: 'Unexpected Application Error!',
  text: 'La page a rencontré une erreur. Rechargez-la ; si l’erreur revient, revenez à l’accueil.',
  reload: 'Recharger la page',
  home: "Retour à l'accueil",
} as const;

export const consent = {
  label: 'Votre choix sur les cookies',
  sentences: ['Mesurer la vitesse des pages, sans vous suivre.', 'L’acceptez-vous ? Refuser ne change rien.'],
  reject: 'Refuser',
  customise: 'Personnaliser',
  accept: 'Accepter',
} as const;

export const failure = {
  loading: 'La page arrive…',
  retry: 'Réessayer',
  retrying: 'Nouvelle tentative…',
  readable: {
    title: 'Cette page n’est chargée qu’en partie.',
    text: 'Vous pouvez la lire, mais aucun formulaire ne partira d’ici.',
  },
  shell: { text: 'Aucun formulaire ne peut partir de cette page pour l’instant.', reload: 'Recharger la page' },
  noScripts: 'JavaScript est désactivé dans votre navigateur : aucun formulaire ne peut partir d’ici.',
  absent: {
    title: 'Cette page n’a pas pu être chargée',
    text: 'Le reste du site fonctionne. Réessayez dans un instant ; si rien n’y fait, écrivez-nous ou appelez-nous.',
  },
} as const;

export const sharing = {
  pictureAlt:
    'En un jour, trois automatisations qui travaillent à votre place. Sur un téléphone, un nouveau contact arrive à 19:42 ; la réponse est partie à 19:43.',
} as const;
