import type { LoadPlan } from '../../core/load-plan';
import type { EntityClass, EntityModels } from '../schema/entity-model';
import { compilePlan, type CompiledPlan } from './compile-plan';

const MAX_CACHED_PLANS = 2000;

/** Compiled plans by entity. Plans must not be changed after their first use. */
export class PlanCache {
  /** Cache by identity. Requests with `fields` create new plans each time, so plans are also cached by their text. */
  private readonly compiledByPlan = new WeakMap<LoadPlan, Map<EntityClass, CompiledPlan>>();
  private readonly compiledByPlanText = new Map<string, CompiledPlan>();
  private readonly entityNumbers = new Map<EntityClass, number>();

  constructor(private readonly models: EntityModels) {}

  getCompiled(entity: EntityClass, plan: LoadPlan): CompiledPlan {
    const cached = this.compiledByPlan.get(plan)?.get(entity);
    if (cached) return cached;
    const text = `${this.getEntityNumber(entity)}${toPlanText(plan)}`;
    const compiled =
      this.compiledByPlanText.get(text) ?? compilePlan(this.models.get(entity), plan);
    if (this.compiledByPlanText.size >= MAX_CACHED_PLANS) this.compiledByPlanText.clear();
    this.compiledByPlanText.set(text, compiled);
    const compiledByEntity = this.compiledByPlan.get(plan) ?? new Map<EntityClass, CompiledPlan>();
    this.compiledByPlan.set(plan, compiledByEntity.set(entity, compiled));
    return compiled;
  }

  private getEntityNumber(entity: EntityClass): number {
    const number = this.entityNumbers.get(entity) ?? this.entityNumbers.size;
    this.entityNumbers.set(entity, number);
    return number;
  }
}

function toPlanText({ columns, relations }: LoadPlan): string {
  const nested = [...relations].map(([name, plan]) => `${name}${toPlanText(plan)}`);
  return `(${[...[...columns].sort(), ...nested.sort()].join(',')})`;
}
