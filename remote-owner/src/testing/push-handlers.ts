import type { PushState } from '../api/device-push';
import type { Handlers } from './handlers';

const NO_PUSH: PushState = { publicKey: null, devices: 0, isOn: false };

/** @param first the state until a device is added or removed */
export function pushHandlers(first: PushState = NO_PUSH) {
  let state = first;
  const turn = (isOn: boolean) => {
    state = { ...state, isOn, devices: state.devices + Number(isOn) - Number(state.isOn) };
    return state;
  };
  return {
    owner_push: () => state,
    owner_add_push: () => turn(true),
    owner_remove_push: () => turn(false),
  } satisfies Partial<Handlers>;
}
