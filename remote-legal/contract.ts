import { PATHS, type RemoteContract } from '@site/contract/routes';

export const contract = {
  name: 'legal',
  routes: [
    {
      name: 'funding',
      path: PATHS.funding,
      module: 'funding-page',
      title: 'Demande de prise en charge – Étapes à suivre',
      description: 'Les quatre étapes pour demander la prise en charge de votre journée de formation, dans l’ordre.',
    },
    {
      name: 'legalNotice',
      path: PATHS.legalNotice,
      module: 'legal-notice-page',
      title: 'Mentions légales',
      description: 'Éditeur, hébergement, propriété intellectuelle, données personnelles et droit applicable.',
    },
    {
      name: 'cookiePolicy',
      path: PATHS.cookiePolicy,
      module: 'cookie-policy-page',
      title: 'Politique de cookies',
      description: 'Ce que ce site garde dans votre navigateur, et comment changer d’avis.',
    },
    {
      name: 'accessibility',
      path: PATHS.accessibility,
      module: 'accessibility-page',
      title: 'Accessibilité',
      description: 'Ce qui a été vérifié pour que chacun puisse utiliser ce site, et à qui signaler un obstacle.',
    },
  ],
} as const satisfies RemoteContract;
