import type { PushRefusal, PushStep, PushSupport } from '../api/device-push';

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
    'Les notifications de ce site sont bloquées sur cet appareil. Autorisez-les dans les réglages du navigateur, puis revenez ici. Une fenêtre privée les bloque toujours.',
  none: 'Ce navigateur, ou cette fenêtre privée, ne peut pas recevoir de notifications.',
};

/** What a press waits for. */
export const pushSteps: Readonly<Record<PushStep | 'stopping', string>> = {
  asking: 'Votre navigateur vous demande s’il peut afficher des notifications\u00a0: répondez-lui.',
  starting: 'Activation en cours…',
  stopping: 'Désactivation en cours…',
};

/** Why a press changed nothing. */
export const pushRefusals: Readonly<Record<PushRefusal, string>> = {
  refused: 'Vous n’avez pas autorisé les notifications\u00a0: rien n’est activé. Un nouvel appui repose la question.',
  worker: 'Le navigateur n’a pas pu démarrer ce qui affiche les notifications. Rechargez la page, puis réessayez.',
  service:
    'Le service de notifications de ce navigateur ne répond pas. Une fenêtre privée, un bloqueur ou l’absence de réseau l’empêchent\u00a0: essayez dans une fenêtre ordinaire, ou dans un autre navigateur.',
};
