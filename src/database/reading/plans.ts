import type { LoadPlan } from '../../core/load-plan';
import type { EntityClass, EntityModels } from '../schema/model';
import { compilePlan, type CompiledPlan } from './select';

const MOST_TEXTS = 2000;

/** The compiled forms of plans, each made once for an entity. Plans must not change afterwards. */
export class Plans {
  /** Plans of requests with `fields` are made anew each time, so they are also known by what they say. */
  private readonly byObject = new WeakMap<LoadPlan, Map<EntityClass, CompiledPlan>>();
  private readonly byText = new Map<string, CompiledPlan>();
  private readonly entityNumbers = new Map<EntityClass, number>();

  constructor(private readonly models: EntityModels) {}

  compiled(entity: EntityClass, plan: LoadPlan): CompiledPlan {
    const known = this.byObject.get(plan)?.get(entity);
    if (known) return known;
    const text = `${this.numberOf(entity)}${planText(plan)}`;
    const compiled = this.byText.get(text) ?? compilePlan(this.models.get(entity), plan);
    if (this.byText.size >= MOST_TEXTS) this.byText.clear();
    this.byText.set(text, compiled);
    const ofPlan = this.byObject.get(plan) ?? new Map<EntityClass, CompiledPlan>();
    this.byObject.set(plan, ofPlan.set(entity, compiled));
    return compiled;
  }

  private numberOf(entity: EntityClass): number {
    const number = this.entityNumbers.get(entity) ?? this.entityNumbers.size;
    this.entityNumbers.set(entity, number);
    return number;
  }
}

function planText({ columns, relations }: LoadPlan): string {
  const nested = [...relations].map(([name, plan]) => `${name}${planText(plan)}`);
  return `(${[...[...columns].sort(), ...nested.sort()].join(',')})`;
}
