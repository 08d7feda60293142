export { ServiceError as GatewayError } from '#contract/error.ts';
