import type { RemoteContract } from '@site/shared-ui/host';

export const contract = {
  name: 'legal',
  routes: [
    {
      name: 'funding',
      path: '/agefice',
      module: 'funding-page',
      title: 'Demande de prise en charge – Étapes à suivre',
      description: 'Les quatre étapes pour demander la prise en charge de votre journée de formation, dans l’ordre.',
    },
    {
      name: 'legalNotice',
      path: '/mentions-legales',
      module: 'legal-notice-page',
      title: 'Mentions légales',
      description: 'Éditeur, hébergement, propriété intellectuelle, données personnelles et droit applicable.',
    },
    {
      name: 'cookiePolicy',
      path: '/politique-de-cookies',
      module: 'cookie-policy-page',
      title: 'Politique de cookies',
      description: 'Ce que ce site garde dans votre navigateur, et comment changer d’avis.',
    },
    {
      name: 'accessibility',
      path: '/accessibilite',
      module: 'accessibility-page',
      title: 'Accessibilité',
      description: 'Ce qui a été vérifié pour que chacun puisse utiliser ce site, et à qui signaler un obstacle.',
    },
  ],
} as const satisfies RemoteContract;
