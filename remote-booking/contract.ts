import type { RemoteContract } from '@site/shared-ui/host';

export const contract = {
  name: 'booking',
  routes: [
    {
      name: 'booking',
      path: '/booking',
      module: 'booking-page',
      title: 'Réserver vos sessions',
      description:
        'Choisissez vos dates pour une journée de formation à distance, seul avec le formateur : trois automatisations installées en huit heures.',
    },
  ],
} as const satisfies RemoteContract;
