import type { RouteName } from '@site/contract/routes';

export const layout = {
  skip: 'Aller au contenu',
  /** Accessible name of the link around the icon and the product's name. */
  home: (product: string) => `Accueil – ${product}`,
  book: 'Réserver ma session',
  promise: 'Une journée à distance, en tête-à-tête avec le formateur, pour installer trois automatisations.',
  footerNavigation: 'Pied de page',
  /** Links of the footer, in this order. */
  links: {
    booking: 'Réserver des dates',
    contact: 'Nous écrire',
    funding: 'Financer la formation',
    legalNotice: 'Mentions légales',
    cookiePolicy: 'Gérer les cookies',
    accessibility: 'Accessibilité',
  } satisfies Record<Exclude<RouteName, 'home'>, string>,
} as const;

export const draft = {
  label: 'Brouillon',
  text: ' : ce site n’est pas encore public.',
} as const;

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
