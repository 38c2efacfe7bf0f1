import type { User } from '@carillon/contracts';

/** An account, as its user and the operator see it. */
export interface UserView {
  _id: string;
  name: string;
  email: string | null;
  plan: User['plan'];
  status: User['status'];
  createdAt: string;
  updatedAt: string;
}

export function presentUser({ id, name, email, plan, status, createdAt, updatedAt }: User): UserView {
  return { _id: id, name, email, plan, status, createdAt, updatedAt };
}
