import { FUNDED_PRICE, inEurosTtc, STANDARD_PRICE } from '@site/contract/offer';
import { PATHS, type RemoteContract } from '@site/contract/routes';

export const contract = {
  name: 'landing',
  routes: [
    {
      name: 'home',
      path: PATHS.home,
      module: 'landing-page',
      title: 'Formation automatisation immobilière en un jour',
      description: `Une journée à distance, en tête-à-tête\u00a0: trois automatisations pour vos relances, vos alertes et vos contacts. ${inEurosTtc(STANDARD_PRICE)}, ou formule finançable sous conditions (${inEurosTtc(FUNDED_PRICE)}).`,
    },
  ],
} as const satisfies RemoteContract;
