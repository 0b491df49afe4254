export { attemptKeyOf } from './backend/attempt-key';
export { CALL_TIMEOUT_MS, type ClientInfo, openBackend, preloadClient } from './backend/client';
export { type CallFailure, type CallFailureReason, failureOf, isStored } from './backend/outcome';
export { rowOf } from './backend/row-of';
