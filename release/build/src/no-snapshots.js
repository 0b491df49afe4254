// Replaces the run time's snapshot handler, which `disableSnapshot` leaves in the bundle.
export class SnapshotHandler {
  hooks = { applyPlugin: () => undefined };
}

export const getGlobalRemoteInfo = () => ({});
