import type { Matrix } from '@dossier/core/platform/access/matrix/contract';

export type { Change, Effect, Matrix } from '@dossier/core/platform/access/matrix/contract';
export type MatrixFeature = Matrix['features'][number];
export type MatrixRole = Matrix['roles'][number];
export type MatrixPermission = Matrix['permissions'][number];
