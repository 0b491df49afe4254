import { PATHS, type RemoteContract } from '@site/contract/routes';

export const contract = {
  name: 'landing',
  routes: [
    {
      name: 'home',
      path: PATHS.home,
      module: 'landing-page',
      title: 'Formation automatisation immobilière en un jour',
      // The page's module adds the prices.
      description:
        'Une journée à distance, en tête-à-tête\u00a0: trois automatisations pour vos relances, vos alertes et vos contacts.',
    },
  ],
} as const satisfies RemoteContract;
