export { attemptKeyOf } from './backend/attempt-key';
export { CALL_TIMEOUT_MS, openBackend, warmBackend } from './backend/client';
export { type CallFailure, type CallFailureReason, failureOf, isStored } from './backend/outcome';
