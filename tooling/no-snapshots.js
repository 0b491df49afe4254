// Stands in for the run time's snapshot handler, which its own switch (`disableSnapshot`) leaves in the bundle.
export class SnapshotHandler {
  hooks = { applyPlugin: () => undefined };
}

export const getGlobalRemoteInfo = () => ({});
