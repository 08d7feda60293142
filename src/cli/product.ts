import type { Logger } from 'pino';
import { createGateway } from '#gateway/gateway.ts';
import { createService } from '#service/service.ts';
import type { Config } from './config.ts';
import { type DeskKey, issueDeskKey } from './desk-key.ts';
import { openPractice, type Practice } from './practice.ts';
