import type { PushSupport } from '../api/device-push';

export const push = {
  title: 'Notifications',
  text: 'Chaque nouvelle demande peut s’afficher sur cet appareil, en plus de l’e-mail. La notification ne montre ni nom ni message.',
  turnOn: 'Recevoir une notification sur cet appareil',
  turnOff: 'Ne plus recevoir de notification sur cet appareil',
  on: 'Activées sur cet appareil.',
  off: 'Désactivées sur cet appareil.',
  others: (count: number) =>
    `${count}\u00a0${count === 1 ? 'autre appareil en reçoit.' : 'autres appareils en reçoivent.'}`,
} as const;

/** Why this device cannot be notified. */
export const pushObstacles: Readonly<Record<Exclude<PushSupport, 'ready'>, string>> = {
  install:
    'Ajoutez d’abord l’espace à l’écran d’accueil\u00a0: Partager, puis «\u202fSur l’écran d’accueil\u202f». Ouvrez-le ensuite de là.',
  denied:
    'Les notifications de ce site sont bloquées sur cet appareil. Autorisez-les dans les réglages du navigateur, puis revenez ici.',
  none: 'Ce navigateur ne peut pas recevoir de notifications.',
};
